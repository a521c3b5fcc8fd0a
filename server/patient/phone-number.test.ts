import { expect, it } from 'vitest'
import { textNumberOf } from './phone-number.ts'

it.each([
  [['212 555 0142'], 'US', '+12125550142'],
  [['(0)170 1234567', '0170 1234567'], 'DE', '+491701234567'],
  [['+44 7400 123456'], 'US', '+447400123456'],
  [['0049 170 1234567'], 'US', '+491701234567'],
  [['ask at the desk', '555', '212 555 0142'], 'US', '+12125550142'],
  [['555'], 'US', undefined],
  [['<script>'], 'US', undefined],
  [[], 'US', undefined],
])('of %j in %s texts go to %s', (numbers, country, expected) => expect(textNumberOf(numbers, country)).toBe(expected))
