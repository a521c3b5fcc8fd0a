import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { answerErrorsWithProblems } from '#server/http/problem.ts'
import { relay } from './relay.ts'

it.each(['FAILED_TO_CREATE_USER', 'FAILED_TO_CREATE_SESSION'])('answers %s as an outage', async (code) => {
  const app = Fastify()
  answerErrorsWithProblems(app)
  app.get('/', async (_request, reply) => relay(Response.json({ code, message: 'Failed' }, { status: 422 }), reply))

  const answer = await app.inject('/')

  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
  expect(answer.json().detail).toBe('The clinic is not reachable at the moment. Please try again.')
})
