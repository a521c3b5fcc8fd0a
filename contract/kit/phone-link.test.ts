import { expect, it } from 'vitest'
import { phoneLink } from './phone-link.ts'

it.each([
  ['+1 (212) 555-0142', 'tel:+12125550142'],
  ['+49 (0)30 555', 'tel:+4930555'],
  [' 030 555 01 + 2', 'tel:030555012'],
])('%s starts a call with %s', (phone, link) => expect(phoneLink(phone)).toBe(link))
