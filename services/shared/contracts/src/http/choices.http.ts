import { findChoicesFaults, type ChoicesFaultReason, type GivenChoices } from '../rules/given-choices'
import { choiceLimits, choicesKinds } from '../rules/choices'
import { array, literals, object, string, text } from './fields'

const words: Readonly<Record<ChoicesFaultReason, string>> = {
  required: literals.required,
  long: literals.long,
  unique: 'Must be unique',
  link: 'Must be an https link',
  kind: 'Not of this kind',
}

const choicesFields = object({
  kind: string().oneOf(choicesKinds).required(literals.required),
  /** What opens the list or follows the link: at most 20 characters. */
  button: text(choiceLimits.buttonTitle).default(''),
  options: array(
    object({
      /** Comes back as `choiceId` of the customer's answer. Without one: its place, from `1`. */
      id: text(choiceLimits.buttonId)
        .matches(/^\S(.*\S)?$/s, { message: 'Invalid id', excludeEmptyString: true })
        .default(''),
      /** Of a button at most 20 characters, of a row 24. */
      title: text(choiceLimits.rowTitle).required(literals.required),
      /** Of a list's row. */
      description: text(choiceLimits.rowDescription).default(''),
    }),
  )
    .max(choiceLimits.rows, literals.long)
    .default([]),
  /** https, of a link. */
  url: text(choiceLimits.url).default(''),
})

/** What the customer can tap under a text: up to three buttons, a list of up to ten rows, or a link. */
export const choicesBody = choicesFields.test({
  name: 'choices',
  skipAbsent: true,
  test: (given, context) => {
    // What a field itself refuses is told by it.
    if (!choicesFields.isValidSync(given, { strict: true })) return true
    const [found] = findChoicesFaults(given)
    return found
      ? context.createError({ path: `${context.path}.${found.path}`, message: words[found.reason] })
      : true
  },
})

/** As yup tests it: a null is told by the field itself. */
interface WithChoices {
  body: string | null | undefined
  choices?: GivenChoices | undefined
}

/**
 * The fault of the text above choices, or of what is sent beside them. Files are not in a body: the use cases refuse them.
 * @param hasOther anything else than the text is sent, too.
 */
export function findTextAboveFault(
  { body, choices }: WithChoices,
  hasOther: boolean,
): { path: string; message: string } | undefined {
  if (!choices) return undefined
  if (hasOther) return { path: 'choices', message: 'Only with a text' }
  const above = (body ?? '').trim()
  if (above === '') return { path: 'body', message: words.required }
  return above.length > choiceLimits.text ? { path: 'body', message: words.long } : undefined
}
