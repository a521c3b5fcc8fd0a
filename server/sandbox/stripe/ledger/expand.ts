import type { Db } from '#server/database/db.ts'
import { badParameter } from '../errors.ts'
import { chargeObject, intentObject, paymentMethodObject } from './objects.ts'
import { findCharge, findIntent } from './store.ts'

type Found = { [name: string]: unknown }

/** `object` with the ids at `paths` (`latest_charge`, `data.payment_intent`) replaced by what they name.
 *  @throws ApiError when something at a path can't be. */
export async function expandObject(db: Db, object: object, paths: string[] = [], site: string): Promise<object> {
  let expanded: Found = { ...object }
  for (const path of paths) expanded = await expandAt(db, expanded, path.split('.'), site)
  return expanded
}

async function expandAt(db: Db, object: Found, [name = '', ...rest]: string[], site: string): Promise<Found> {
  const there = object[name]
  if (name === 'data' && Array.isArray(there)) {
    const data = []
    for (const one of there) data.push(await expandAt(db, one, rest, site))
    return { ...object, data }
  }
  const found = await load(db, object, name, site)
  if (found === undefined) throw badParameter('expand', `This property cannot be expanded (${name}).`)
  const deeper = found && rest.length > 0 ? await expandAt(db, { ...found }, rest, site) : found
  return { ...object, [name]: deeper }
}

// Null is something that may be expanded and isn't there; undefined something that may not.
async function load(db: Db, object: Found, name: string, site: string): Promise<object | null | undefined> {
  const there = object[name]
  if (there !== null && typeof there === 'object') return there
  if (!['latest_charge', 'charge', 'payment_intent', 'payment_method'].includes(name) || there === undefined)
    return undefined
  if (typeof there !== 'string') return null
  if (name === 'payment_intent') {
    const intent = await findIntent(db, there)
    return intent ? intentObject(intent, site) : null
  }
  if (name !== 'payment_method') {
    const charge = await findCharge(db, there)
    return charge ? chargeObject(charge) : null
  }
  const owner =
    object.object === 'charge' ? await findCharge(db, String(object.id)) : await findIntent(db, String(object.id))
  return owner?.card ? paymentMethodObject(owner.card, owner.createdAt) : null
}
