import { planRoutes, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type PlanForm = SentBody<typeof planRoutes.createPlan>

const toPath = (planId: number) => ({ path: { planId } })

/** The plans of the platform, for super users. */
export const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllPlans: build.query({ ...endpoint(planRoutes.listAllPlans), providesTags: ['plans'] }),

    createPlan: build.mutation({
      ...endpoint(planRoutes.createPlan, (body: PlanForm) => ({ body })),
      invalidatesTags: ['plans'],
    }),

    updatePlan: build.mutation({
      ...endpoint(planRoutes.updatePlan, ({ id, body }: { id: number; body: PlanForm }) => ({
        ...toPath(id),
        body,
      })),
      // Companies are shown with the name of their plan.
      invalidatesTags: ['plans', 'companies'],
    }),

    deletePlan: build.mutation({ ...endpoint(planRoutes.deletePlan, toPath), invalidatesTags: ['plans'] }),
  }),
})

export const { useCreatePlanMutation, useDeletePlanMutation, useListAllPlansQuery, useUpdatePlanMutation } =
  plansApi
