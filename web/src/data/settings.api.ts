import {
  companyRoutes,
  settingRoutes,
  type SentBody,
  type SettingKey,
  type SettingView,
} from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type CompanyHoursForm = SentBody<typeof companyRoutes.putCompanyHours>

const toPath = (companyId: number) => ({ path: { companyId } })

/** The settings after one of them changed. */
export const applySetting = (settings: SettingView[], changed: SettingView): SettingView[] =>
  settings.map((setting) =>
    setting.key === changed.key ? { key: changed.key, value: changed.value } : setting,
  )

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSettings: build.query({ ...endpoint(settingRoutes.listSettings), providesTags: ['settings'] }),

    /** Shown at once; what the server refuses is taken back. */
    putSetting: build.mutation({
      ...endpoint(settingRoutes.putSetting, ({ key, value }: { key: SettingKey; value: string }) => ({
        path: { key },
        body: { value },
      })),
      onQueryStarted: async (changed, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          settingsApi.util.updateQueryData('listSettings', undefined, (settings) =>
            applySetting(settings, changed),
          ),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
    }),

    getCompanyHours: build.query({
      ...endpoint(companyRoutes.getCompanyHours, toPath),
      providesTags: ['company-hours'],
    }),

    putCompanyHours: build.mutation({
      ...endpoint(companyRoutes.putCompanyHours, ({ id, body }: { id: number; body: CompanyHoursForm }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['company-hours'],
    }),
  }),
})

export const {
  useGetCompanyHoursQuery,
  useListSettingsQuery,
  usePutCompanyHoursMutation,
  usePutSettingMutation,
} = settingsApi

/** What the company has chosen; undefined until it is known. */
export const useSetting = (key: SettingKey): string | undefined => {
  const { data } = useListSettingsQuery(undefined)
  return data?.find((setting) => setting.key === key)?.value
}
