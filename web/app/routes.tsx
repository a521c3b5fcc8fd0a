import { matchRoutes, type Params, type RouteMatch, type RouteObject, useLocation } from 'react-router'
import { pageAt } from '#contract/site/page-at.ts'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList, pages } from '#contract/site/pages.ts'
import { loadPart, type PartModule, usePart } from './parts.ts'
import { Site } from './Site.tsx'

const membersLayout = 'MembersLayout.tsx'
const inDashboard = ({ path }: PageFacts) => path.startsWith(pages.dashboard)

/** The routes of all pages, from `pageTable`, in their layouts. `handle` of each is its file in `web/pages/`. */
export const routes: RouteObject[] = [
  {
    element: <Site />,
    children: [
      ...routesOf((page) => page.audience === 'everyone'),
      {
        handle: membersLayout,
        element: <Members />,
        children: [
          ...routesOf((page) => page.audience === 'members' && !inDashboard(page)),
          {
            ...part('dashboard/DashboardLayout.tsx'),
            children: [
              ...routesOf((page) => page.audience === 'members' && inDashboard(page)),
              { ...part('StaffLayout.tsx'), children: routesOf((page) => page.audience === 'admins') },
            ],
          },
        ],
      },
      ...(import.meta.env.DEV ? [{ path: '/design', ...part('design/DesignPage.tsx') }] : []),
      { path: '*', ...part('info/NotFoundPage.tsx') },
    ],
  },
]

/** Returns the files in `web/pages/` that the page at `path` consists of: its layouts, then the page. */
export function partsAt(path: string): string[] {
  return matchesAt(path).flatMap(({ route }) => route.handle ?? [])
}

/** Loads the code of the page at `path`, and returns its parts. */
export function loadPage(path: string): Promise<PartModule[]> {
  return Promise.all(partsAt(path).map(loadPart))
}

/** Returns the parameters in the address of the page at `path`. */
export function paramsAt(path: string): Params {
  return matchesAt(path).at(-1)?.params ?? {}
}

let last: { path: string; matches: RouteMatch[] } | undefined

/** Returns the routes of the page at `path`. The start asks twice, and each match ranks all routes. */
function matchesAt(path: string): RouteMatch[] {
  if (last?.path !== path) last = { path, matches: matchRoutes(routes, path) ?? [] }
  return last.matches
}

/** The routes of the pages that `isWanted` accepts. */
function routesOf(isWanted: (page: PageFacts) => boolean): RouteObject[] {
  return pageList.filter(isWanted).map(({ path, file }) => ({ path, ...part(file) }))
}

function part(file: string) {
  return { handle: file, element: <Part file={file} /> }
}

function Part({ file }: { file: string }) {
  const { default: Component } = usePart(file)
  return <Component />
}

/** The layout of pages behind the login, with the placeholder of the page in it. */
function Members() {
  const { pathname } = useLocation()
  const { default: MembersLayout } = usePart(membersLayout)
  const { waiting } = usePart(pageAt(pathname)?.file ?? membersLayout)
  return <MembersLayout waiting={waiting} />
}
