import { resolve } from 'node:path'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageList } from '#contract/site/pages.ts'
import { startedFiles } from './started-files.ts'

/** What the bundler knows of a module: the ids of the modules that it imports, and of those that it loads later. */
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
type Context = { getModuleInfo: (id: string) => ModuleInfo }

/** When a page needs a module: before it is shown, soon after (`loadLater`), or perhaps, after a press. */
const [first, soon, perhaps] = [0, 1, 2]

/** A page, or the frame of several. */
type User = Pick<PageFacts, 'file' | 'audience' | 'isRendered'>

/** The frame of the dashboard: what all need of it, and what it always shows to staff. */
const frame: User = { file: 'dashboard/DashboardLayout.tsx', audience: 'members', isRendered: true }
const frameOfStaff: User = { file: frame.file, audience: 'admins' }

const isLogin = ({ file }: User) => file === 'sign-in/LoginPage.tsx'
const isRendered = (user: User) => user.isRendered
const isStaff = ({ audience }: User) => audience === 'admins'
const isSignIn = ({ file }: User) => file.startsWith('sign-in/')
const isLink = (user: User) => user.audience === 'everyone' && !isSignIn(user)
const isAny = () => true
const isOther = (user: User) => !isStaff(user)

/** Returns how many of the wanted pages need a module by then. */
type Count = (by: number, isWanted: (user: User) => unknown) => number

/** The scripts of shared modules. The first row that matches a module names its script. Each module that it imports is
 *  needed by the same pages, as early or earlier. So a script imports only those above it. */
const scripts: [name: string, isIn: (count: Count) => unknown][] = [
  ['sign-in', (count) => count(first, isLogin)],
  ['patients', (count) => count(first, isRendered)],
  ['common', (count) => count(first, isAny) && count(perhaps, isRendered)],
  ['patients-soon', (count) => count(soon, isRendered)],
  ['forms', (count) => count(soon, isAny) && count(perhaps, isRendered)],
  ['patients-later', (count) => count(perhaps, isRendered)],
  ['rest', (count) => count(first, isStaff) && count(perhaps, isOther)],
  ['links', (count) => count(first, isLink) > 1 && !count(perhaps, isSignIn)],
  ['', (count) => count(perhaps, isOther)],
  ['staff', (count) => count(first, (user) => user === frameOfStaff)],
  ['staff', (count) => count(first, isStaff) && count(soon, isStaff) > 1],
  ['', (count) => count(first, isStaff)],
  ['staff-soon', (count) => count(soon, isStaff)],
  ['staff-later', (count) => count(perhaps, isStaff)],
]

/** The calendar, and the library that draws it. */
const isCalendar =
  /\/node_modules\/(@?date-fns|@daypicker|react-day-picker)\/|\/web\/ui\/calendar\/(DayCalendar|MonthPicker|two-weeks|picker-locale)/
/** Our modules outside of the pages' own folders, and icons. */
const isShareable = /\/(contract|web\/(?!pages\/|app\/))|\/node_modules\/lucide-react\//
/** The day's parts share many modules of its own. */
const day = 'day/DayPage.tsx'

/** Returns a function that names the script of a module that several pages use; null leaves it to the bundler, which
 *  makes a script for each set of pages. Alone, that would be dozens of a few hundred bytes for each page. */
export function createScriptName(): (id: string, context: Context) => string | null {
  let users: ReturnType<typeof findUsers> | undefined
  return (id, context) => {
    users ??= findUsers(context)
    const known = users.get(id)
    if (!known) return null
    const count: Count = (by, isWanted) => [...known].filter(([user, when]) => when <= by && isWanted(user)).length
    if (isCalendar.test(id)) return 'calendar'
    if (known.size === 1 && count(soon, ({ file }) => file === day) && !count(first, isStaff)) return 'day'
    if (!isShareable.test(id) || known.size === 1) return null
    return scripts.find(([, isIn]) => isIn(count))?.[0] || null
  }
}

/** Returns which pages need each module, and how early. */
function findUsers(context: Context): Map<string, Map<User, number>> {
  const started = new Set([...startedFiles()].map(idOf))
  const users = new Map<string, Map<User, number>>()
  const visit = (user: User, id: string, when: number) => {
    const known = users.get(id) ?? new Map<User, number>()
    users.set(id, known)
    if ((known.get(user) ?? Number.POSITIVE_INFINITY) <= when) return
    known.set(user, when)
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const each of importedIds) visit(user, each, when)
    if (user === frame) return
    for (const each of dynamicallyImportedIds) {
      visit(user, each, user === frameOfStaff ? when : Math.max(when, started.has(each) ? soon : perhaps))
    }
  }
  for (const user of [...pageList, frame, frameOfStaff]) visit(user, idOf(`web/pages/${user.file}`), first)
  return users
}

/** The bundler writes the ids of modules with slashes on every system. */
const idOf = (file: string) => resolve(file).replaceAll('\\', '/')
