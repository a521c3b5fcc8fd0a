import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList, pages } from '#contract/site/pages.ts'

const inDashboard = ({ path }: PageFacts) => path.startsWith(pages.dashboard)

/** The routes of the pages that `isWanted` accepts. */
function routesOf(isWanted: (page: PageFacts) => boolean) {
  return pageList.filter(isWanted).map(({ path, file }) => {
    const isIndex = path === pages.home || path === pages.dashboard
    return isIndex ? index(`../pages/${file}`) : route(path, `../pages/${file}`)
  })
}

export default [
  ...routesOf((page) => page.audience === 'everyone'),
  layout('../pages/MembersLayout.tsx', [
    ...routesOf((page) => page.audience === 'members' && !inDashboard(page)),
    route(pages.dashboard, '../pages/dashboard/DashboardLayout.tsx', [
      ...routesOf((page) => page.audience === 'members' && inDashboard(page)),
      layout(
        '../pages/AdminLayout.tsx',
        routesOf((page) => page.audience === 'admins'),
      ),
    ]),
  ]),
  ...(process.env.DESIGN_PAGE ? [route('/design', '../pages/design/DesignPage.tsx')] : []),
  route('*', '../pages/not-found/NotFoundPage.tsx'),
] satisfies RouteConfig
