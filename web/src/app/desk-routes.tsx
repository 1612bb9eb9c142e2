import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'

import { MayOpen } from './guards'
import { lazily } from './lazily'
import { innerPages, menuPages, type Page } from './pages'
import { Shell } from './shell'
import { NotFoundPage } from './shell/not-found-page'

const pages: readonly Page[] = [...menuPages, ...innerPages]

/* One component for all paths of a page: going from one to another keeps its state. */
const screens = new Map<Page['load'], ComponentType>(pages.map((page) => [page.load, lazily(page)]))

const Screen = ({ of }: { of: Page }) => {
  const Component = screens.get(of.load)!
  return <Component />
}

/** The pages of the desk within its shell, for whoever is logged in. */
export const DeskRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      {pages.map((page) => (
        <Route
          key={page.path}
          path={page.path}
          element={
            <MayOpen page={page} missing={<NotFoundPage />}>
              <Screen of={page} />
            </MayOpen>
          }
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
