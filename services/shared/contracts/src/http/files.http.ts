import { endpoint } from './endpoint'
import {
  array,
  idField,
  idText,
  ignored,
  literals,
  object,
  pageNumber,
  searchParam,
  sortText,
  text,
} from './fields'
import {
  FILE_LIST_FIELD,
  fileRoutes,
  MAX_FILE_LIST_OPTIONS,
  MAX_FILE_LIST_UPLOADS,
  fileListSorts,
} from './files.routes'

/* Files are uploaded by a call of their own. */
const option = object({
  /** Of an option that is kept; a new one without. */
  id: idField().optional(),
  name: text(4096).trim().default(''),
  path: ignored(),
  mediaType: ignored(),
  media: ignored(),
})

const fields = {
  name: text(100).trim().min(3, 'nome muito curto'),
  message: text(65_536).trim().min(1, literals.required),
  options: array(option.required()).max(MAX_FILE_LIST_OPTIONS),
}

const read = {
  id: ignored(),
  userId: ignored(),
  companyId: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
}

export const fileListBody = object({
  ...fields,
  ...read,
  name: fields.name.required(literals.required),
  message: fields.message.required(literals.required),
  options: fields.options.default([]),
})

/** Absent fields stay as they are; `options` replaces them all, and those with an `id` keep their file. */
export const fileListPatchBody = object({ ...fields, ...read })

const fileListParams = object({ fileListId: idText().required() })

export const listFileListsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  companyId: ignored(),
  sort: sortText(fileListSorts).optional(),
})

export const listFileLists = endpoint(fileRoutes.listFileLists, {
  access: 'user',
  rate: 'search',
  query: listFileListsQuery,
  tag: 'files',
  summary:
    "The company's file lists by name or as `sort` says, 20 a page; `searchParam` is a part of the name.",
})

export const getFileList = endpoint(fileRoutes.getFileList, {
  access: 'user',
  params: fileListParams,
  tag: 'files',
  summary: 'One file list.',
  errors: ['ERR_NO_FILE_FOUND'],
})

export const createFileList = endpoint(fileRoutes.createFileList, {
  access: 'admin',
  body: fileListBody,
  tag: 'files',
  summary: 'A new file list. Its files follow with `/files/uploadList/{id}`.',
  errors: ['ERR_FILE_ALREADY_EXISTS'],
})

export const updateFileList = endpoint(fileRoutes.updateFileList, {
  access: 'admin',
  params: fileListParams,
  body: fileListPatchBody,
  tag: 'files',
  summary:
    'Changes a file list; absent fields stay. `options` replaces them all, in its order: those with an `id` keep their file.',
  errors: ['ERR_NO_FILE_FOUND', 'ERR_FILE_ALREADY_EXISTS'],
})

export const deleteFileList = endpoint(fileRoutes.deleteFileList, {
  access: 'admin',
  params: fileListParams,
  tag: 'files',
  summary: 'Deletes a file list and its files.',
  errors: ['ERR_NO_FILE_FOUND'],
})

export const uploadFileListBody = object({
  /** The option of each file, in the files' order. */
  id: array(idText().meta({ accepts: 'string' }).required())
    .max(MAX_FILE_LIST_UPLOADS)
    .default([]),
  fileId: ignored(),
  typeArch: ignored(),
  name: ignored(),
  mediaType: ignored(),
})

export const uploadFileList = endpoint(fileRoutes.uploadFileList, {
  access: 'admin',
  rate: 'upload',
  params: fileListParams,
  body: uploadFileListBody,
  uploads: { field: FILE_LIST_FIELD, maxCount: MAX_FILE_LIST_UPLOADS },
  tag: 'files',
  summary: `Gives options of a list their files, in place of those before: up to ${MAX_FILE_LIST_UPLOADS}, the first for the first \`id\`.`,
  errors: ['ERR_NO_FILE_FOUND', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_TOO_LARGE'],
})
