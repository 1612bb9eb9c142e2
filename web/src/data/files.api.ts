import { FILE_LIST_FIELD, fileRoutes, type Answer, type SentBody, type FileListSort } from '@balcao/contracts'

import { api } from './api'
import { numberedPages, toSortedPage, type SortedList } from './pages'
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
    /** Pages of the file lists whose name has the words, by name unless sorted. */
    listFileLists: build.infiniteQuery<FileListsPage, SortedList<FileListSort>, number>({
      ...endpoint(fileRoutes.listFileLists, toSortedPage<SortedList<FileListSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['files'],
    }),

    getFileList: build.query({
      ...endpoint(fileRoutes.getFileList, toPath),
      providesTags: ['files'],
    }),

    createFileList: build.mutation({
      ...endpoint(fileRoutes.createFileList, (body: NewFileList) => ({ body })),
      invalidatesTags: ['files'],
    }),

    updateFileList: build.mutation({
      ...endpoint(fileRoutes.updateFileList, ({ id, body }: { id: number; body: NewFileList }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['files'],
    }),

    deleteFileList: build.mutation({
      ...endpoint(fileRoutes.deleteFileList, toPath),
      invalidatesTags: ['files'],
    }),

    uploadFile: build.mutation({
      ...endpoint(fileRoutes.uploadFileList, (file: FileOfOption) => ({
        ...toPath(file.id),
        body: buildForm(file),
      })),
      invalidatesTags: ['files'],
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
