import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsShown } from '../currency.ts'
import { type Money, toDollars } from '../money.ts'
import { amountAdvice, readAmount, toTypedAmount } from './read-amount.ts'

const clinicIn = (tag: string, currency: string): Money => {
  const { language, region = 'US' } = new Intl.Locale(tag)
  return { language, country: region, currency }
}

describe('readAmount', () => {
  it.each([
    ['59', 'en-US', 'USD', 59_00],
    ['$59.50', 'en-US', 'USD', 59_50],
    ['USD 1,234.50', 'en-US', 'USD', 1_234_50],
    ['$1,200', 'en-US', 'USD', 1_200_00],
    ['59,5', 'en-US', 'USD', 59_50],
    ['59.5000', 'en-US', 'USD', 59_50],
    ['$59 USD', 'en-US', 'USD', 59_00],
    ['59,50 €', 'de-DE', 'EUR', 59_50],
    ['1.234,50', 'de-DE', 'EUR', 1_234_50],
    ['1.200', 'de-DE', 'EUR', 1_200_00],
    ['59,-', 'de-DE', 'EUR', 59_00],
    ['EUR 59,–', 'de-AT', 'EUR', 59_00],
    [`1'234.50`, 'de-CH', 'CHF', 1_234_50],
    ['CHF 1’234.–', 'de-CH', 'CHF', 1_234_00],
    ['Fr. 59.50', 'de-CH', 'CHF', 59_50],
    ['Fr.500', 'de-CH', 'CHF', 500_00],
    ['1 234,50 €', 'fr-FR', 'EUR', 1_234_50],
    ['2,500,000', 'id-ID', 'IDR', 2_500_000_00],
    ['Rp2.500.000', 'id-ID', 'IDR', 2_500_000_00],
    ['12,34,567.00', 'en-IN', 'INR', 12_34_567_00],
    ['12.500', 'en-KW', 'KWD', 12_50],
    ['12.500', 'ar-KW', 'KWD', 12_50],
    ['١٢٫٥٠٠ د.ك.', 'ar-KW', 'KWD', 12_50],
    ['12,500', 'fr-TN', 'TND', 12_50],
    ['5,900', 'ja-JP', 'JPY', 5_900_00],
    ['￥５，９００', 'ja-JP', 'JPY', 5_900_00],
    ['5900.00', 'ja-JP', 'JPY', 5_900_00],
    ['0', 'en-US', 'USD', 0],
  ])('%s of a clinic in %s is an amount in %s: %i hundredths', (text, tag, currency, cents) => {
    expect(readAmount(text, clinicIn(tag, currency))).toEqual({ ok: true, cents })
  })

  it.each([
    ['59.999', 'en-US', 'USD', 'decimals'],
    ['1,234.567', 'en-US', 'USD', 'decimals'],
    ['5900.5', 'ja-JP', 'JPY', 'decimals'],
    ['5.000', 'ja-JP', 'JPY', 'decimals'],
    ['12.505', 'en-KW', 'KWD', 'decimals'],
    ['12,500', 'en-KW', 'KWD', 'ambiguous'],
    ['59 EUR', 'en-US', 'USD', 'other-currency'],
    ['£59', 'en-US', 'USD', 'other-currency'],
    ['lots', 'en-US', 'USD', 'no-amount'],
    ['', 'en-US', 'USD', 'no-amount'],
    ['-59', 'en-US', 'USD', 'no-amount'],
    ['(59)', 'en-US', 'USD', 'no-amount'],
    ['.50', 'en-US', 'USD', 'no-amount'],
    ['$.50', 'en-US', 'USD', 'no-amount'],
    ['USD.50', 'en-US', 'USD', 'no-amount'],
    ['59.', 'en-US', 'USD', 'no-amount'],
    ['59-69', 'en-US', 'USD', 'no-amount'],
    ['59⁹⁰', 'en-US', 'USD', 'no-amount'],
    ['59 lots', 'en-US', 'USD', 'no-amount'],
    ['5.9e3', 'en-US', 'USD', 'no-amount'],
    ['1,23,4', 'en-US', 'USD', 'no-amount'],
    ['1.234.50', 'en-US', 'USD', 'no-amount'],
    ['12 50', 'en-US', 'USD', 'no-amount'],
    ['1234567890123', 'en-US', 'USD', 'no-amount'],
  ])('refuses %s of a clinic in %s with %s: %s', (text, tag, currency, reason) => {
    expect(readAmount(text, clinicIn(tag, currency))).toEqual({ ok: false, reason })
  })

  const tags = [
    ...['en-US', 'en-GB', 'en-IN', 'en-ZA', 'en-DE', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CH', 'fr-CA', 'it-IT'],
    ...['es-ES', 'es-MX', 'pt-BR', 'pt-PT', 'nl-NL', 'da-DK', 'sv-SE', 'nb-NO', 'fi-FI', 'pl-PL', 'cs-CZ', 'hu-HU'],
    ...['ro-RO', 'bg-BG', 'uk-UA', 'ru-RU', 'tr-TR', 'el-GR', 'ar-EG', 'ar-KW', 'ar-TN', 'he-IL', 'fa-IR', 'hi-IN'],
    ...['mr-IN', 'bn-BD', 'ne-NP', 'my-MM', 'th-TH', 'ja-JP', 'ko-KR', 'zh-CN', 'id-ID', 'vi-VN', 'fr-TN', 'sw-KE'],
  ]
  const codes = 'USD EUR GBP CHF INR IDR JPY KRW VND XOF KWD BHD TND DKK SEK PLN CZK BRL MXN TRY ILS THB CAD AUD UAH'
  const amount = fc.record({
    tag: fc.constantFrom(...tags),
    currency: fc.constantFrom(...codes.split(' ')),
    cents: fc.oneof(fc.integer({ min: 0, max: 100_000_00 }), fc.integer({ min: 0, max: 20_000_000_00 })),
    display: fc.constantFrom('symbol', 'code', 'narrowSymbol'),
    useGrouping: fc.boolean(),
  } as const)

  function written({
    tag,
    currency,
    cents,
    display: currencyDisplay,
    useGrouping,
  }: typeof amount extends fc.Arbitrary<infer T> ? T : never) {
    const payable = decimalsShown(currency) === 0 ? Math.round(cents / 100) * 100 : cents
    const digits = decimalsShown(currency)
    const options = { style: 'currency', currency, currencyDisplay, useGrouping } as const
    const text = toDollars(payable).toLocaleString(tag, {
      ...options,
      ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
    })
    return { text, payable }
  }

  it('reads what Intl writes, in each language, currency and number of decimals', () => {
    fc.assert(
      fc.property(amount, (each) => {
        const { text, payable } = written(each)
        expect(readAmount(text, clinicIn(each.tag, each.currency)), text).toEqual({ ok: true, cents: payable })
      }),
      { numRuns: 1_000 },
    )
  })

  it('never takes an amount for another one, however the clinic writes its own', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...tags), (each, other) => {
        const { text, payable } = written(each)
        const read = readAmount(text, clinicIn(other, each.currency))
        if (read.ok) expect(read.cents, `${text} in ${other}`).toBe(payable)
        // Two decimals are clear everywhere, but a region's own sign may be unknown elsewhere.
        if (decimalsShown(each.currency) === 2 && each.display === 'code')
          expect(read.ok, `${text} in ${other}`).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('reads what a field begins with', () => {
    fc.assert(
      fc.property(amount, ({ tag, currency, cents }) => {
        const payable = decimalsShown(currency) === 0 ? Math.round(cents / 100) * 100 : cents
        const read = readAmount(toTypedAmount(toDollars(payable), clinicIn(tag, currency)), clinicIn(tag, currency))
        expect(read).toEqual({ ok: true, cents: payable })
      }),
    )
  })

  it.each([
    ['no-amount', 'USD', 'An amount such as 59 or 59.50'],
    ['no-amount', 'JPY', 'A whole amount such as 5900'],
    ['decimals', 'USD', 'Write at most 2 decimals, such as 59.50'],
    ['decimals', 'JPY', 'JPY has no decimals: write a whole amount such as 5900'],
    ['decimals', 'KWD', 'Write steps of 0.010, such as 12.500'],
    ['ambiguous', 'KWD', 'Write it without a thousands separator, such as 12500 or 12.500'],
    ['other-currency', 'USD', 'Write the amount in USD'],
  ] as const)('says what to write after %s in %s: %s', (reason, currency, advice) => {
    expect(amountAdvice(reason, clinicIn('en-US', currency))).toBe(advice)
  })

  it('writes amounts as the clinic’s country does', () => {
    const berlin = clinicIn('de-DE', 'EUR')
    expect(amountAdvice('no-amount', berlin)).toBe('An amount such as 59 or 59,50')
    expect([toTypedAmount(59.5, berlin), toTypedAmount(59, berlin)]).toEqual(['59,50', '59'])
  })
})
