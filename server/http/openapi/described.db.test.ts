import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#contract/site/pages.ts'
import { isServedByVite } from '#scripts/dev/served-by-vite.ts'
import { accessTable } from '#server/access/testing/access-table.ts'
import { type Caller, callers } from '#server/access/testing/caller.ts'
import { publicRoutes } from '#server/access/testing/public-routes.ts'
import { isForStaff } from '#server/http/openapi/operation.ts'
import { type Description, type Operation, operationsOf } from '#server/http/testing/operations.ts'
import { resolved, responseChecker } from '#server/http/testing/responses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

/** Routes that are intentionally not described: pages, files, sandboxes, the callback URL for Google, and what email
 *  apps request. */
const undescribed: readonly (string | RegExp)[] = [
  ...Object.values(pages),
  ...['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/openapi.json', '/api/auth/callback/google'],
  ...['/image/:id', '/image/:id/small', '/image/:id/:version', '/unsubscribe/:token'],
  /^\/(assets|brand|fonts|reference|sandbox|v1)(\/|$)/,
]
/** Routes outside the API: pages and their files. */
const pagesAndFiles: readonly (string | RegExp)[] = [...Object.values(pages), /^\/(assets|brand)\//]

let server: TestApp
let description: Description
let operations: Operation[]
const routes: RouteOptions[] = []

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', watchRoutes)
  server = await openTestApp({ env: { DEMO: 'on' } })
  diagnostics.unsubscribe('fastify.initialization', watchRoutes)
  description = (await server.app.inject('/openapi.json')).json()
  operations = operationsOf(description)
})
afterAll(() => server.close())

it('every route is described or listed as an exception', () => {
  const hidden = routes.filter(({ schema }) => schema?.hide === true).map(({ url }) => url)
  expect(
    hidden.filter((url) => !isAmong(undescribed, url)),
    'add a schema to these routes; if clients should not call them, add them to `undescribed` in this test',
  ).toEqual([])
  const described = new Set(operations.map(({ method, path }) => routeName(method, path)))
  const shown = routes.filter(({ schema, url }) => schema?.hide !== true && !isAmong(undescribed, url)).flatMap(namesOf)
  expect(shown.filter((name) => !described.has(name))).toEqual([])
})

it('every operation has an id, a summary, a tag, and success and error responses with schemas', () => {
  const lacking = operations.flatMap((operation) => {
    const { method, path, responses } = operation
    const texts = operation as { operationId?: string; summary?: string; tags?: string[] }
    const statuses = Object.keys(responses)
    const withoutSchema = statuses.filter((status) => {
      const { content = {} } = resolved(responses[status] ?? {}, description)
      const schemas = Object.values(content).map(({ schema }) => schema)
      return !['204', '304'].includes(status) && (schemas.length === 0 || schemas.includes(undefined))
    })
    return [
      ...(texts.operationId && texts.summary && texts.tags?.length === 1 ? [] : ['operationId, summary or a tag']),
      ...(statuses.some((status) => status.startsWith('2')) ? [] : ['a response for success']),
      ...(statuses.includes('400') ? [] : ['its problems']),
      ...withoutSchema.map((status) => `a schema for ${status}`),
    ].map((what) => `${method} ${path} lacks ${what}`)
  })
  expect(lacking, 'complete the schema of these routes').toEqual([])
})

it('every operation lists the proofs that the access table has for it', () => {
  const wrong = operations.flatMap(({ method, path, security }) => {
    const route = routeName(method, path)
    const named = security.flatMap((each) => Object.keys(each))
    const expected = proofsOf(route)
    // server/access/access.db.test.ts compares what these take with their guard.
    if (routes.some((each) => isForStaff(each) && namesOf(each).includes(route))) return []
    if (!expected) return isAmong(publicRoutes, route) ? [] : [`${route} is not in the table`]
    return named.sort().join() === expected.sort().join() ? [] : [`${route} takes [${expected}] and names [${named}]`]
  })
  expect(wrong, 'correct the guard of the route, or server/access/testing/access-table.ts').toEqual([])
})

it('no route has an address that the development server keeps for pages and files', () => {
  const urls = routes.map(({ url }) => url).filter((url) => !isAmong(pagesAndFiles, url))
  expect(
    urls.filter(isServedByVite),
    'give these routes another address, or change scripts/dev/served-by-vite.ts',
  ).toEqual([])
})

it('the response checker finds an undeclared status and a body that does not match its schema', () => {
  const fault = responseChecker(description)
  const operation = operations.find(({ operationId }) => operationId === 'getBooking')
  if (!operation) throw new Error('getBooking is not described')
  const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no such appointment.' }
  const headers = { 'content-type': 'application/problem+json; charset=utf-8' }
  const answer = (statusCode: number, body: object) =>
    fault(operation, { statusCode, headers, body: JSON.stringify(body) })
  expect(answer(404, problem)).toBeUndefined()
  expect(answer(418, problem)).toBe('the status 418 is not declared')
  expect(answer(404, { ...problem, detail: 7 })).toContain('a body that its schema does not allow')
  expect(answer(200, problem)).toContain('application/problem+json, where application/json is declared')
})

/** Returns the proofs that a route accepts according to the access table, none for a public route; undefined for an
 *  unknown route. */
function proofsOf(route: string): string[] | undefined {
  const rows = accessTable.filter(([name]) => name === route)
  if (rows.length === 0) return undefined
  const answersTo = (who: Caller, answers: readonly number[]) => answers[callers.indexOf(who)]
  if (rows.some(([, , , answers]) => answersTo('visitor', answers) !== 401)) return []
  const taken = rows.filter(([, , , answers]) => answersTo('admin', answers) !== 401)
  return taken.map(([, proof]) => (proof === 'token' ? 'bearer' : 'session'))
}

function isAmong(list: readonly (string | RegExp)[], text: string): boolean {
  return list.some((one) => (typeof one === 'string' ? one === text : one.test(text)))
}

const routeName = (method: string, path: string) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`

function watchRoutes(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route) => {
    routes.push(route)
  })
}

function namesOf({ method, url }: RouteOptions) {
  return [method]
    .flat()
    .filter((each) => each !== 'HEAD')
    .map((each) => `${each} ${url}`)
}
