import {
  choiceLimits,
  findChoicesFaults,
  showsChoices,
  type Capabilities,
  type ChoicesFaultReason,
  type ChoicesKind,
  type GivenChoices,
} from '@balcao/contracts'

export interface ChoicesValues {
  text: string
  kind: ChoicesKind
  options: { title: string; description: string }[]
  /** On the button that opens the list. */
  open: string
  /** On the button that follows the link. */
  follow: string
  url: string
}

/** What the form says, for its kind: what was written for another one stays in the form. */
export const toGivenChoices = ({ kind, options, open, follow, url }: ChoicesValues): GivenChoices => {
  if (kind === 'link') return { kind, button: follow.trim(), options: [], url: url.trim() }
  const isList = kind === 'list'
  return {
    kind,
    button: isList ? open.trim() : '',
    options: options.map(({ title, description }) => ({
      id: '',
      title: title.trim(),
      description: isList ? description.trim() : '',
    })),
    url: '',
  }
}

/** The kinds that a connection shows. */
export const listShownKinds = (can: Capabilities): ChoicesKind[] =>
  (['buttons', 'list', 'link'] as const).filter((kind) => showsChoices({ kind, options: [null] }, can))

/** Most options of a kind. */
export const countMostOptions = (kind: ChoicesKind): number =>
  kind === 'buttons' ? choiceLimits.buttons : choiceLimits.rows

/**
 * What is wrong, by the form's fields.
 * @param sent the text as it leaves, with its signature
 */
export const findValueFaults = (values: ChoicesValues, sent: string): Record<string, ChoicesFaultReason> => {
  const button = values.kind === 'list' ? 'open' : 'follow'
  const faults = findChoicesFaults(toGivenChoices(values)).map(
    ({ path, reason }): [string, ChoicesFaultReason] => [path === 'button' ? button : path, reason],
  )
  if (values.text.trim() === '') faults.push(['text', 'required'])
  else if (sent.trim().length > choiceLimits.text) faults.push(['text', 'long'])
  // Of several faults of a field the first.
  return Object.fromEntries(faults.toReversed())
}
