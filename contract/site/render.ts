import type { Clinic } from './clinic.ts'

/** Answers a GET of the person who opens a page, by its path and query. */
export type AnswerGet = (path: string) => Promise<Response>

/** Renders the page at `address` with the clinic's data for the person whose requests `answer` answers. Returns its
 *  HTML; undefined for nobody, and if a request is refused. */
export type Render = (
  address: Pick<URL, 'pathname' | 'search'>,
  clinic: Clinic,
  answer: AnswerGet,
) => Promise<string | undefined>
