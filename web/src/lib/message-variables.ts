/** Variables that the server fills in, in the order in which editors offer them. */
export const messageVariables = ['firstName', 'name', 'greeting', 'protocol', 'hour'] as const

export type MessageVariable = (typeof messageVariables)[number]

export const toPlaceholder = (variable: MessageVariable): string => `{{${variable}}}`
