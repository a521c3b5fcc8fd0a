import { v7 as uuid } from 'uuid'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'

type Sample = { name: string; age: number; notes?: string; alerts?: string }

const samples: readonly Sample[] = [
  { name: 'Mia Keller', age: 34 },
  { name: 'Nguyễn Thị Hoa', age: 41 },
  { name: 'Łukasz Wójcik', age: 52 },
  { name: 'Amina El Idrissi', age: 29 },
  { name: 'Oliver Bennett', age: 63 },
  { name: 'Sofía Herrera', age: 27 },
  { name: 'Johan Lindqvist', age: 45 },
  { name: 'Fatou Diallo', age: 38, notes: 'Prefers French.' },
  { name: 'Kenji Nakamura', age: 56 },
  { name: 'Chiara Romano', age: 31 },
  { name: 'Emre Yılmaz', age: 44 },
  { name: 'Priya Raman', age: 36 },
  { name: 'Thomas O’Brien', age: 71, alerts: 'Takes blood thinners' },
  { name: 'Zoë Vandenberghe', age: 24 },
  { name: 'João Pereira', age: 58 },
  { name: 'Юлия Соколова', age: 47 },
  { name: 'Daniel Cohen', age: 39, alerts: 'Allergic to latex' },
  { name: 'Leilani Kahale', age: 33 },
  { name: 'Matthieu Lefèvre', age: 66 },
  { name: 'Grace Achieng', age: 28, notes: 'Afraid of injections, needs time.' },
  { name: 'Søren Kjær', age: 50 },
  { name: 'Ana Kovačević', age: 42 },
  { name: 'Min-jun Park', age: 35 },
  { name: 'Hana Dvořáková', age: 61 },
  { name: 'Samuel Mensah', age: 48 },
  { name: 'Isabella Costa', age: 26 },
  { name: 'Ravi Menon', age: 54, notes: 'Works nights: call after noon.' },
  { name: 'Elif Demir', age: 32 },
  { name: 'Harriet Wilson', age: 78, alerts: 'Wheelchair', notes: 'Needs the room on the ground floor.' },
  { name: 'Andrei Popescu', age: 40 },
  { name: 'Niamh Gallagher', age: 30 },
  { name: 'Tariq Hussain', age: 57 },
  { name: 'Kateřina Nováková', age: 25 },
  { name: 'Luca Bianchi', age: 37 },
  { name: 'Mariam Haddad', age: 46 },
  { name: 'Erik Jónsson', age: 68 },
  { name: 'Chidi Nwosu', age: 43 },
  { name: 'Valentina Rojas', age: 22 },
  { name: 'Piotr Zieliński', age: 49 },
  { name: 'Aisha Rahman', age: 34 },
  { name: 'George Papadopoulos', age: 73 },
  { name: 'Camille Dubois', age: 28 },
  { name: 'Rohan Gupta', age: 31 },
  { name: 'Ingrid Haugen', age: 55 },
  { name: 'Mateusz Kamiński', age: 36 },
  { name: 'Noor de Vries', age: 44 },
  { name: 'Beatriz Almeida', age: 60 },
  { name: 'William Carter', age: 51 },
  { name: 'Hanako Yamada', age: 53 },
  { name: 'Teodora Ilieva', age: 29 },
  { name: 'Diego Fuentes', age: 47 },
  { name: 'Saoirse Byrne', age: 23 },
  { name: 'Arjun Singh', age: 65 },
  { name: 'Helena Schmid', age: 59 },
  { name: 'Omar Farouk', age: 40 },
  { name: 'Linnea Virtanen', age: 33 },
  { name: 'Emma Keller', age: 8 },
  { name: 'Adam Haddad', age: 6 },
  { name: 'Lily Bennett', age: 11 },
  { name: 'Noah Mensah', age: 4, notes: 'His father Samuel comes along.' },
  { name: 'Maya Raman', age: 9 },
  { name: 'Theo Dubois', age: 13 },
  { name: 'Zuzanna Wójcik', age: 7 },
  { name: 'Ben Carter', age: 10 },
]

/** The age from which somebody is no child for a treatment. */
const adultAge = 16

/** An invented patient. `email` is empty for some of them, and for all children. */
export type Person = {
  id: string
  name: string
  birthDate: IsoDate
  phone: string
  email: string
  notes: string
  alerts: string
  isChild: boolean
  /** The account that acts for them: none. */
  userId: null
}

/** Returns the invented patients, as old as they are on a day. Their phone numbers are those that the US keeps for
 *  fiction, and example.com is reserved (RFC 2606). */
export function inventPeople(today: IsoDate): Person[] {
  return samples.map(({ name, age, notes = '', alerts = '' }, n) => {
    const isChild = age < adultAge
    return {
      id: uuid(),
      name,
      birthDate: bornOn(today, age, n),
      phone: `+1 212 555 01${String(n).padStart(2, '0')}`,
      email: isChild || n % 3 === 1 ? '' : addressOf(name, n),
      ...{ notes, alerts },
      isChild,
      userId: null,
    }
  })
}

// Their birthdays are all over the year.
const bornOn = (today: IsoDate, age: number, n: number) => addDays(today, -Math.ceil(age * 365.25) - ((n * 37) % 364))

/** Letters that are no letter of English with a mark. */
const plainLetters: Record<string, string> = { ø: 'o', æ: 'ae', ł: 'l', ı: 'i' }

function addressOf(name: string, n: number): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[øæłı]/g, (letter) => plainLetters[letter] ?? letter)
  const words = plain.split(' ').map((word) => word.replace(/[^a-z]/g, ''))
  return `${words.every((word) => word !== '') ? words.join('.') : `patient.${n}`}@example.com`
}
