import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { outsideServices, serviceChange, serviceKind, serviceTest } from '../outside-service.ts'

const params = z.object({ kind: serviceKind })

/** The calls about the services outside this server. */
export const outsideServiceCalls = {
  listOutsideServices: {
    method: 'GET',
    path: '/outsideServices',
    access: { staff: 'change-outside-services' },
    answers: { 200: outsideServices },
  },
  changeOutsideServices: {
    method: 'PATCH',
    path: '/outsideServices',
    access: { staff: 'change-outside-services', confirmed: true },
    body: serviceChange,
    answers: { 200: outsideServices },
  },
  testOutsideService: {
    method: 'POST',
    path: '/outsideServices/:kind/test',
    access: { staff: 'change-outside-services', confirmed: true },
    params,
    answers: { 200: serviceTest },
  },
} as const satisfies Calls
