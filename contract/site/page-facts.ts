import type { StaffAction } from '../access/access.ts'
import type { Role } from '../access/roles.ts'

/** The properties of a page. Beside its row a page has only a component, an icon in the menu and a test. `file`: the
 *  component in web/pages. */
export interface PageFacts {
  path: string
  file: string
  /** Document title, before the clinic's name. */
  title: string
  /** Description for search engines. Pages without one are not indexed. */
  description?: string
  /** Users who may open it. `admins`: the staff who may do `opens`, without it admins only. */
  audience: 'everyone' | 'members' | 'admins'
  opens?: StaffAction
  /** The roles that have `opens`: those whose work is on the page, and those who only read there. Written down here, so
   *  that pages load without the rules of access; a test compares them. */
  workers?: readonly Role[]
  readers?: readonly Role[]
  /** Reason for the login. Every page has one, except those for everyone. */
  signIn?: string
  /** Label in the dashboard's menu. */
  menu?: string
  /** The part of the staff's menu in which it stands. */
  group?: 'desk' | 'money' | 'clinic'
  /** The label for those who only read there, if it differs. */
  menuToRead?: string
  /** The content depends on the id or token in the URL, so the page can't be prerendered. */
  byAddress?: true
  /** Visitors without a session get plain HTML without the app. */
  withoutApp?: true
  /** The server renders the page for a signed-in person, with their data (docs/decisions/0097). */
  isRendered?: true
  /** What the document may load from other hosts (docs/decisions/0015): the card provider's script, or doctors'
   *  pictures. */
  policy?: 'cards' | 'pictures'
  /** Somebody has one thing to do there: the footer is a line. */
  hasBriefFooter?: true
  /** The page loads data. e2e/site/no-jump.spec.ts says what to wait for. */
  loads?: true
}
