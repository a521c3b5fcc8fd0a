import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The answers of a route that sends a CSV. */
export const csvAnswer = { 200: { description: 'A CSV', content: { 'text/csv': { schema: z.string() } } } }

/** Sends a CSV as its lines come. They stop being read while the client is slow, and once it has gone. */
export const sendCsv = (reply: FastifyReply, lines: AsyncIterable<string> | Iterable<string>, fileName: string) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines))

/** Yields lines while the caller may read them. Fails as soon as they may not, so that the client sees that the rest is
 *  missing. */
export async function* whilePermitted(lines: AsyncIterable<string>, isPermitted: () => Promise<boolean>) {
  for await (const some of lines) {
    if (!(await isPermitted())) throw new Error('The session or the role of the reader has ended')
    yield some
  }
}
