import type { Import } from './import-graph.ts'
import { order } from './order.ts'
import { isIn, isPage, type Place, placeOf } from './places.ts'
import { isTest, isTestHelp, type Violation } from './source-tree.ts'

/** The page that shows the parts of the others in all their states, in development only. */
const showsOtherPages = 'design'

type Edge = { from: Place; to: Place; specifier: string; isPackage: boolean; isLazy: boolean; inTest: boolean }
type Rule = { name: string; refuses: (edge: Edge) => boolean; advice: string }

const isServer = isIn('server')
const isWeb = isIn('web')
const isTool = isIn('scripts', 'lab', 'e2e', 'testbed')
const isProduct = isIn('contract', 'server', 'web')
const isSandbox = isIn('sandbox')
const isSql = ({ path }: Place) =>
  /^server\/database\/|^sandbox\/(.*\/)?schema\.ts$|(\/|-)(store|queries)\.ts$/.test(path)

/** The only file of the product that opens the sandboxes, and what these build on. */
const opensSandboxes = 'server/app/sandbox.ts'
const isBelowSandbox = isIn('sandbox', 'contract', 'server/database', 'server/http', 'server/jobs', 'server/site')

/** Where a file of `server/` stands in `order`; undefined if its folder is not listed. Files directly in `server/` open
 *  everything else. */
const rankOf = ({ area }: Place): number | undefined => {
  const rank = area === '' ? order.length : order.indexOf(area)
  return rank === -1 ? undefined : rank
}
const isAfter = (to: Place, from: Place) => (rankOf(to) ?? 0) > (rankOf(from) ?? order.length)

/** Makes appointments by the rules that hold. */
const loop = 'server/calendar/current-rules.ts'
const admission = 'server/booking/admit.ts'

const rules: readonly Rule[] = [
  {
    name: 'one admission',
    refuses: ({ from, to, inTest }) => to.path === loop && from.path !== admission && !inTest,
    advice: `Appointments are made through admit() of ${admission}, which finds the offer and the dentist.`,
  },
  {
    name: 'two folders up',
    refuses: ({ specifier }) => specifier.startsWith('../../'),
    advice: 'Write the path from the root instead: #contract/…, #server/…, #web/… or #testbed/….',
  },
  {
    name: 'contract stands alone',
    refuses: ({ from, to, isPackage, inTest }) =>
      isIn('contract')(from) && !inTest && !isPackage && !isIn('contract')(to),
    advice: 'Both sides import contract/, it imports neither: move what it needs into contract/.',
  },
  {
    name: 'contract needs zod only',
    refuses: ({ from, to, isPackage, inTest }) =>
      isIn('contract')(from) && !inTest && isPackage && to.path !== 'zod' && !to.path.startsWith('zod/'),
    advice:
      'contract/ runs in the browser and on the server: do without this package, or move the code to the side that needs it.',
  },
  {
    name: 'web asks over HTTP',
    refuses: ({ from, to }) => isWeb(from) && isServer(to),
    advice: 'Share a schema through contract/, and call the server from web/api/.',
  },
  {
    name: 'server knows no page',
    refuses: ({ from, to }) => isServer(from) && isWeb(to),
    advice: 'Move what both sides need into contract/.',
  },
  {
    name: 'product without tools',
    refuses: ({ from, to, inTest }) => (isProduct(from) || isSandbox(from)) && !inTest && isTool(to),
    advice:
      'scripts/, lab/, e2e/ and testbed/ are not there in production: move the code into the folder that needs it.',
  },
  {
    name: 'product without sandbox',
    refuses: ({ from, to, isLazy, inTest }) =>
      isProduct(from) && !inTest && isSandbox(to) && !(isLazy && from.path === opensSandboxes),
    advice: `A clinic with accounts loads no sandbox: only ${opensSandboxes} imports sandbox/, and only by import().`,
  },
  {
    name: 'sandbox stands on foundations',
    refuses: ({ from, to, isPackage, inTest }) => isSandbox(from) && !inTest && !isPackage && !isBelowSandbox(to),
    advice: 'A sandbox imports contract/ and server/database, http, jobs and site: take the rest as an argument.',
  },
  {
    name: 'testbed stands below everything',
    refuses: ({ from, to }) => isIn('testbed')(from) && isIn('contract', 'server', 'sandbox', 'web', 'lab', 'e2e')(to),
    advice: 'Pass what it needs as an argument, or move the helper to server/testing/ or e2e/support/.',
  },
  {
    name: 'folders of server/ are in the list',
    refuses: ({ from }) => isServer(from) && rankOf(from) === undefined && !isIn('server/testing')(from),
    advice: 'Add its folder to `order` in scripts/check/order.ts, to the right of all that it imports.',
  },
  {
    name: 'features in order',
    refuses: ({ from, to, inTest }) => !inTest && isServer(from) && isServer(to) && isAfter(to, from),
    advice:
      'A folder imports those to its left in `order` of scripts/check/order.ts. Move the code to the right one of the two, or what both need to the left.',
  },
  {
    name: 'testing is for tests',
    refuses: ({ from, to, inTest }) => isServer(from) && !inTest && isTestHelp(to.path),
    advice: 'Only tests may import a folder testing/: move what the server itself needs out of it.',
  },
  {
    name: 'SQL lives in the store',
    refuses: ({ from, to, inTest }) =>
      (isServer(from) || isSandbox(from)) && !inTest && /^drizzle-orm(\/|$)/.test(to.path) && !isSql(from),
    advice:
      'Move the query into a file named store.ts or queries.ts, also with a word before it as in notice-store.ts, and call a function of it here.',
  },
  {
    name: 'pages stand apart',
    refuses: ({ from, to, inTest }) =>
      isPage(from) && isPage(to) && !inTest && from.room !== to.room && from.room !== showsOtherPages,
    advice: 'Move what both pages need to web/ui/, or to web/session/ or web/api/ if it shows nothing.',
  },
  {
    name: 'ui knows no page',
    refuses: ({ from, to, inTest }) =>
      isIn('web/ui', 'web/api', 'web/session')(from) && isIn('web/pages')(to) && !inTest,
    advice: 'Take it as a property or an argument, or move it out of web/pages/.',
  },
  {
    name: 'api knows no session',
    refuses: ({ from, to }) => isIn('web/api')(from) && isIn('web/session', 'web/ui')(to),
    advice: 'web/session/ and web/ui/ import web/api/, never the other way: take what is needed as an argument.',
  },
  {
    name: 'app stands on top of the pages',
    refuses: ({ from, to, inTest }) => isWeb(from) && !isIn('web/app')(from) && isIn('web/app')(to) && !inTest,
    advice: 'Move what several pages need to web/ui/; web/app/ holds the document, the routes and the style.',
  },
]

/** Returns the imports that go against the rules on who may import whom. */
export function refusedImports(imports: readonly Import[]): Violation[] {
  return imports.flatMap((each) => {
    const edge = toEdge(each)
    return rules
      .filter(({ refuses }) => refuses(edge))
      .map(({ name, advice }) => ({ file: each.file, rule: name, advice: `It imports ${each.specifier}. ${advice}` }))
  })
}

function toEdge({ file, target, specifier, isPackage, isLazy }: Import): Edge {
  return {
    from: placeOf(file),
    to: isPackage ? packagePlace(target) : placeOf(target),
    specifier,
    isPackage,
    isLazy,
    inTest: isTest(file),
  }
}

const packagePlace = (path: string): Place => ({ path, part: '', area: '', room: '' })
