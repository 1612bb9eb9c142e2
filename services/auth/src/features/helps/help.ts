import type { HelpId, HelpView } from '@balcao/contracts'

/** A video that explains the product to the users of every company. */
export interface Help {
  id: HelpId
  title: string
  description: string
  /** YouTube's code. */
  video: string
}

export type NewHelp = Omit<Help, 'id'>

export const toHelpView = ({ id, title, description, video }: Help): HelpView => ({
  id,
  title,
  description,
  video,
})
