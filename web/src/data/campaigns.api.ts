import { campaignRoutes, type Answer, type CampaignSort, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, withFile, type FileFor } from './file-form'
import { numberedPages, toSortedPage, type PageAsked, type SortedList } from './pages'
import { endpoint } from './request'

export type CampaignsPage = Answer<typeof campaignRoutes.listCampaigns>
export type ShippingPage = Answer<typeof campaignRoutes.listShipping>
export type CampaignBody = SentBody<typeof campaignRoutes.createCampaign>
export type CampaignSettingsBody = SentBody<typeof campaignRoutes.saveCampaignSettings>

/** Of the template's header, where it comes with the body. */
interface WithFile {
  file: File | null
}

const FORM_BODY = 'campaignData'

const toPath = (campaignId: number) => ({ path: { campaignId } })

export const campaignsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of what the words match, by name unless sorted. */
    listCampaigns: build.infiniteQuery<CampaignsPage, SortedList<CampaignSort>, number>({
      ...endpoint(campaignRoutes.listCampaigns, toSortedPage<SortedList<CampaignSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['campaigns'],
    }),

    /** Without its lists: pages of its own show them. */
    getCampaign: build.query({
      ...endpoint(campaignRoutes.getCampaign, (campaignId: number) => ({
        ...toPath(campaignId),
        query: { lists: false },
      })),
      providesTags: ['campaigns'],
    }),

    /** Pages of the contacts who answered, in the campaign's order. */
    listCampaignAnswers: build.infiniteQuery<ShippingPage, number, number>({
      ...endpoint(campaignRoutes.listShipping, ({ queryArg, pageParam }: PageAsked<number>) => ({
        ...toPath(queryArg),
        query: { answered: true, pageNumber: pageParam },
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: ['campaign-answers'],
    }),

    createCampaign: build.mutation({
      ...endpoint(campaignRoutes.createCampaign, ({ body, file }: WithFile & { body: CampaignBody }) => ({
        body: withFile(body, file, FORM_BODY),
      })),
      invalidatesTags: ['campaigns'],
    }),

    /** Whom it would reach and when it would end; asked anew each time. */
    previewCampaign: build.query({
      ...endpoint(campaignRoutes.previewCampaign, (body: Partial<CampaignBody>) => ({ body })),
      keepUnusedDataFor: 0,
    }),

    updateCampaign: build.mutation({
      ...endpoint(
        campaignRoutes.updateCampaign,
        ({ id, body, file }: WithFile & { id: number; body: Partial<CampaignBody> }) => ({
          ...toPath(id),
          body: withFile(body, file, FORM_BODY),
        }),
      ),
      invalidatesTags: ['campaigns'],
    }),

    deleteCampaign: build.mutation({
      ...endpoint(campaignRoutes.deleteCampaign, toPath),
      invalidatesTags: ['campaigns'],
    }),

    uploadCampaignMedia: build.mutation({
      ...endpoint(campaignRoutes.uploadCampaignMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['campaigns'],
    }),

    deleteCampaignMedia: build.mutation({
      ...endpoint(campaignRoutes.deleteCampaignMedia, toPath),
      invalidatesTags: ['campaigns'],
    }),

    cancelCampaign: build.mutation({
      ...endpoint(campaignRoutes.cancelCampaign, toPath),
      invalidatesTags: ['campaigns'],
    }),

    restartCampaign: build.mutation({
      ...endpoint(campaignRoutes.restartCampaign, toPath),
      invalidatesTags: ['campaigns'],
    }),

    getCampaignSettings: build.query({
      ...endpoint(campaignRoutes.getCampaignSettings),
      providesTags: ['campaign-settings'],
    }),

    saveCampaignSettings: build.mutation({
      ...endpoint(campaignRoutes.saveCampaignSettings, (body: CampaignSettingsBody) => ({ body })),
      invalidatesTags: ['campaign-settings', 'campaigns'],
    }),
  }),
})

export const {
  useCancelCampaignMutation,
  useCreateCampaignMutation,
  useDeleteCampaignMediaMutation,
  useDeleteCampaignMutation,
  useGetCampaignQuery,
  useGetCampaignSettingsQuery,
  useListCampaignAnswersInfiniteQuery,
  useListCampaignsInfiniteQuery,
  usePreviewCampaignQuery,
  useRestartCampaignMutation,
  useSaveCampaignSettingsMutation,
  useUpdateCampaignMutation,
  useUploadCampaignMediaMutation,
} = campaignsApi
