import * as http from '@balcao/contracts'
import { announcementId, type BodyOf } from '@balcao/contracts'
import { announcementView, type SignMedia } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import type { Announcement, AnnouncementDraft } from './announcement'
import type { AnnouncementDeps } from './announcement-deps'
import { toAnnouncementSnapshot } from './announcement-events'
import {
  attachPicture,
  createAnnouncement,
  deleteAnnouncement,
  updateAnnouncement,
} from './edit-announcements'
import { listAnnouncements, readAnnouncement } from './read-announcements'

const toPatch = (body: BodyOf<typeof http.updateAnnouncement>): Partial<AnnouncementDraft> => ({
  ...(body.title !== undefined && { title: body.title }),
  ...(body.text !== undefined && { text: body.text }),
  ...(body.priority !== undefined && { priority: body.priority }),
  ...(body.status !== undefined && { isActive: body.status }),
})

/** Mounts `/announcements`. Links to pictures are the caller's company's. */
export function announcementRoutes(edge: HttpEdge, deps: AnnouncementDeps, sign: SignMedia): void {
  const view = (session: Session, announcement: Announcement) =>
    announcementView(toAnnouncementSnapshot(announcement), session.companyId, sign)

  edge.route(http.listAnnouncements, async ({ session, query }) => {
    const { items, ...page } = await listAnnouncements(deps, session, query)
    return { records: items.map((announcement) => view(session, announcement)), ...page }
  })
  edge.route(http.getAnnouncement, async ({ session, params }) =>
    view(session, await readAnnouncement(deps, session, announcementId(params.announcementId))),
  )
  edge.route(http.createAnnouncement, async ({ session, body: { title, text, priority, status } }) =>
    view(session, await createAnnouncement(deps, { title, text, priority, isActive: status })),
  )
  edge.route(http.updateAnnouncement, async ({ session, params, body }) =>
    view(
      session,
      await updateAnnouncement(deps, session, announcementId(params.announcementId), {
        patch: toPatch(body),
      }),
    ),
  )
  edge.route(http.deleteAnnouncement, async ({ session, params }) => {
    await deleteAnnouncement(deps, session, announcementId(params.announcementId))
    return { message: 'Announcement deleted' }
  })
  edge.route(http.uploadAnnouncementMedia, async ({ session, params, files }) =>
    view(session, await attachPicture(deps, session, announcementId(params.announcementId), files[0])),
  )
  edge.route(http.deleteAnnouncementMedia, async ({ session, params }) =>
    view(
      session,
      await updateAnnouncement(deps, session, announcementId(params.announcementId), {
        patch: { media: null },
      }),
    ),
  )
}
