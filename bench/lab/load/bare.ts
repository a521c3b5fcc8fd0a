// The yardstick of GET /available: Fastify with one route, which answers a constant text of the same size. A process of its own.
import Fastify from 'fastify'

const { TEXT = '', PORT } = process.env
const app = Fastify()
app.get('/', async (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(TEXT)
})
process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
