import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
import { outsideServices, serviceChange, serviceKind, serviceTest } from '../outside-service.ts'

const params = z.object({ kind: serviceKind })

/** The calls about the services outside this server. */
export const outsideServiceCalls = calls('clinic', {
  listOutsideServices: {
    summary: 'The mail server, the text service and Stripe, without secrets',
    method: 'GET',
    path: '/outsideServices',
    access: { staff: 'change-outside-services' },
    answers: { 200: outsideServices },
  },
  changeOutsideServices: {
    summary: 'Set, replace or remove settings of outside services',
    method: 'PATCH',
    path: '/outsideServices',
    access: { staff: 'change-outside-services', confirmed: true },
    body: serviceChange,
    answers: { 200: outsideServices },
    problems: [409],
  },
  testOutsideService: {
    summary: 'Try a service: send oneself an email, or ask for the account',
    method: 'POST',
    path: '/outsideServices/:kind/test',
    access: { staff: 'change-outside-services', confirmed: true },
    params,
    answers: { 200: serviceTest },
  },
})
