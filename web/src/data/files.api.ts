import { FILE_LIST_FIELD, fileRoutes, type Answer, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { numberedPages, toSearchedPage } from './pages'
import { endpoint } from './request'

export type FileListsPage = Answer<typeof fileRoutes.listFileLists>
export type NewFileList = SentBody<typeof fileRoutes.createFileList>

interface FileOfOption {
  id: number
  optionId: number
  file: File
}

const toPath = (fileListId: number) => ({ path: { fileListId } })

const buildForm = ({ id, optionId, file }: FileOfOption): FormData => {
  const form = new FormData()
  form.append('fileId', String(id))
  form.append('typeArch', 'fileList')
  form.append('id', String(optionId))
  form.append(FILE_LIST_FIELD, file, file.name)
  return form
}

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of the file lists whose name has the words, by name. */
    listFileLists: build.infiniteQuery<FileListsPage, string, number>({
      ...endpoint(fileRoutes.listFileLists, toSearchedPage),
      infiniteQueryOptions: numberedPages,
      providesTags: ['FileList'],
    }),

    getFileList: build.query({
      ...endpoint(fileRoutes.getFileList, toPath),
      providesTags: ['FileList'],
    }),

    createFileList: build.mutation({
      ...endpoint(fileRoutes.createFileList, (body: NewFileList) => ({ body })),
      invalidatesTags: ['FileList'],
    }),

    updateFileList: build.mutation({
      ...endpoint(fileRoutes.updateFileList, ({ id, body }: { id: number; body: NewFileList }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['FileList'],
    }),

    deleteFileList: build.mutation({
      ...endpoint(fileRoutes.deleteFileList, toPath),
      invalidatesTags: ['FileList'],
    }),

    uploadFile: build.mutation({
      ...endpoint(fileRoutes.uploadFileList, (file: FileOfOption) => ({
        ...toPath(file.id),
        body: buildForm(file),
      })),
      invalidatesTags: ['FileList'],
    }),
  }),
})

export const {
  useCreateFileListMutation,
  useDeleteFileListMutation,
  useGetFileListQuery,
  useListFileListsInfiniteQuery,
  useUpdateFileListMutation,
  useUploadFileMutation,
} = filesApi
