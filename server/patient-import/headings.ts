import { fold } from '#contract/kit/text/fold.ts'
import {
  type ImportColumns,
  type ImportField,
  type ImportKind,
  importFields,
  isInSeveralColumns,
} from '#contract/patient/import.ts'

/** Headings of other systems, in English and German, without signs and in small letters. */
const names: Record<ImportField, string> = {
  name: 'name|patient s name|full name|patient|patient name|patientenname|vor und nachname|vollstandiger name',
  firstName: 'first name|firstname|given name|forename|vorname',
  lastName: 'last name|lastname|surname|family name|nachname|familienname',
  birthDate: 'birth date|birthdate|date of birth|dob|born|birthday|geburtsdatum|geburtstag|geb|geb datum|geboren',
  email: 'email|e mail|email address|e mail address|mail|emailadresse|e mail adresse',
  phones:
    'phones|phone|phone number|telephone|tel|mobile|mobile phone|cell|cell phone|home phone|work phone|telefon|telefonnummer|handy|mobil|mobilnummer|festnetz|telefon privat|telefon mobil|telefon geschaftlich',
  phone: 'phone|phone number|telephone|tel|mobile|telefon|telefonnummer|handy|mobil',
  language: 'language|preferred language|sprache|lang',
  contact: 'preferred contact|contact|contact by|contact preference|kontakt|kontaktweg|bevorzugter kontakt',
  alerts:
    'alerts|alert|medical alerts|medical alert|patient alerts|allergies|allergy|medical warnings|warnings|warning|cave|allergien|allergie|warnhinweise|warnhinweis|hinweise|risiken|risikofaktoren',
  notes: 'notes|note|comment|comments|remarks|notizen|notiz|bemerkung|bemerkungen|anmerkung',
  note: 'note|notes|comment|remarks|notiz|notizen|bemerkung|anmerkung',
  oldId:
    'old id|id|patient id|patient number|patient no|number|chart number|patientennummer|patienten nr|patientennr|patienten id|nr|nummer',
  treatment: 'treatment|procedure|service|appointment type|reason|behandlung|leistung|terminart|grund',
  date: 'date|day|appointment date|datum|tag|termin|termindatum',
  time: 'time|start|start time|begins|from|uhrzeit|zeit|beginn|von',
  dentist: 'dentist|doctor|provider|practitioner|zahnarzt|arzt|behandler|behandlerin|zahnarztin',
  price: 'price|fee|cost|amount|preis|betrag|kosten|gebuhr',
}

/** Returns the field of each column of a file by its heading, once each but those of several columns; null for one that
 *  is unknown. */
export function matchHeadings(kind: ImportKind, headings: readonly string[]): ImportColumns {
  const fields = Object.entries(importFields[kind]) as [ImportField, string][]
  const taken = new Set<ImportField>()
  return headings.map((heading) => {
    const text = plain(heading)
    const found = fields.find(
      ([field, own]) => !taken.has(field) && (plain(own) === text || names[field].split('|').includes(text)),
    )?.[0]
    if (!found) return null
    if (!isInSeveralColumns(found)) taken.add(found)
    return found
  })
}

function plain(heading: string) {
  return fold(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
