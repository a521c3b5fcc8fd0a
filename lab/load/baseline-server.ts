// Baseline for GET /available: a Fastify server with one route, which responds with a constant text. Runs as its own
// process.
import Fastify from 'fastify'

const { TEXT = '', PORT } = process.env
const app = Fastify()
app.get('/', async (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(TEXT)
})
process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
