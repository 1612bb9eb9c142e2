import { announcementPriorities, announcementRoutes, announcementSorts } from './announcements.routes'
import { endpoint } from './endpoint'
import { boolean, idText, ignored, number, object, pageNumber, searchParam, sortText, text } from './fields'

const REQUIRED = 'Campo obrigatório'

const fields = {
  title: text(200).trim().min(1, REQUIRED),
  text: text(20_000).trim().min(1, REQUIRED),
  priority: number()
    .strict(true)
    .oneOf([...announcementPriorities]),
  status: boolean().strict(true),
}

/** The picture is uploaded by a call of its own. */
const read = {
  id: ignored(),
  mediaPath: ignored(),
  mediaName: ignored(),
  media: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
}

export const announcementBody = object({
  ...fields,
  ...read,
  title: fields.title.required(REQUIRED),
  text: fields.text.required(REQUIRED),
  priority: fields.priority.default(3),
  status: fields.status.default(true),
})

/** Absent fields stay as they are. */
export const announcementPatchBody = object({ ...fields, ...read })

const announcementParams = object({ announcementId: idText().required() })

export const listAnnouncementsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  sort: sortText(announcementSorts).optional(),
})

export const listAnnouncements = endpoint(announcementRoutes.listAnnouncements, {
  access: 'user',
  rate: 'search',
  query: listAnnouncementsQuery,
  tag: 'announcements',
  summary:
    'Announcements of the platform to all companies, newest first or as `sort` says, 20 a page: active ones, for super users all. `searchParam` is a part of the title.',
})

export const getAnnouncement = endpoint(announcementRoutes.getAnnouncement, {
  access: 'user',
  params: announcementParams,
  tag: 'announcements',
  summary: 'One announcement.',
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})

export const createAnnouncement = endpoint(announcementRoutes.createAnnouncement, {
  access: 'super',
  body: announcementBody,
  tag: 'announcements',
  summary: 'A new announcement, shown to every company while it is active.',
})

export const updateAnnouncement = endpoint(announcementRoutes.updateAnnouncement, {
  access: 'super',
  params: announcementParams,
  body: announcementPatchBody,
  tag: 'announcements',
  summary: 'Changes an announcement; absent fields stay.',
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})

export const deleteAnnouncement = endpoint(announcementRoutes.deleteAnnouncement, {
  access: 'super',
  params: announcementParams,
  tag: 'announcements',
  summary: 'Deletes an announcement and its picture.',
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})

export const uploadAnnouncementMediaBody = object({ typeArch: ignored() })

export const uploadAnnouncementMedia = endpoint(announcementRoutes.uploadAnnouncementMedia, {
  access: 'super',
  rate: 'upload',
  params: announcementParams,
  body: uploadAnnouncementMediaBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'announcements',
  summary: 'Attaches a picture (png, jpg or jpeg, 5 MiB at most), in place of the one before.',
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_NOT_ALLOWED'],
})

export const deleteAnnouncementMedia = endpoint(announcementRoutes.deleteAnnouncementMedia, {
  access: 'super',
  params: announcementParams,
  tag: 'announcements',
  summary: 'Takes the picture off.',
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})
