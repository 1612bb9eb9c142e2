/** Variables that the server fills in, in the order in which editors offer them. */
export const messageVariables = ['firstName', 'name', 'greeting', 'protocol', 'hour'] as const

export type MessageVariable = (typeof messageVariables)[number]

/** Whether a text may have variables to fill; cheaper than to fill them. */
export const mayHaveVariables = (text: string): boolean => text.includes('{{')

export const toPlaceholder = (variable: MessageVariable): string => `{{${variable}}}`
