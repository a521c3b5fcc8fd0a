import { demo } from '../demo.ts'
import { calls } from '../kit/call.ts'

const access = { staff: 'fill-demo' } as const

/** The calls about the invented patients of a demo. They are there only in demo mode. */
export const demoCalls = calls('clinic', {
  readDemo: {
    summary: 'How much the demo has invented',
    method: 'GET',
    path: '/demo',
    access,
    answers: { 200: demo },
    problems: [404],
  },
  fillDemo: {
    summary: 'Invent patients, with appointments of two weeks and payments',
    method: 'POST',
    path: '/demo',
    access,
    answers: { 200: demo },
    problems: [404, 409],
  },
  emptyDemo: {
    summary: 'Take the invented patients away, with all that is about them',
    method: 'DELETE',
    path: '/demo',
    access,
    answers: { 200: demo },
    problems: [404, 409],
  },
})
