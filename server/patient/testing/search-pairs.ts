import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
/** A patient as stored, and what finds them when staff type it. `country`: the clinic's, else the USA. */
export type SearchPair = {
  stored: { name: string; phone?: string; email?: string; birthDate?: IsoDate }
  typed: string[]
  country?: string
}

/** Names, phone numbers, emails and birth dates that people write in more than one way. */
export const searchPairs: SearchPair[] = [
  { stored: { name: 'José Núñez' }, typed: ['jose nunez', 'Nunez Jose', 'jose\u0301 nun\u0303ez'] },
  { stored: { name: 'Jose\u0301 Nu\u0301n\u0303ez Dos' }, typed: ['José Núñez'] },
  { stored: { name: 'Zoë Müller' }, typed: ['zoe muller', 'mueller zoe', 'Zoe\u0308 Mu\u0308ller'] },
  { stored: { name: 'Łukasz Żak' }, typed: ['lukasz zak'] },
  { stored: { name: 'İpek' }, typed: ['ipek'] },
  { stored: { name: 'Pat O’Brien' }, typed: ['obrien', "O'Brien"] },
  { stored: { name: 'Søren Ærø' }, typed: ['soren aero'] },
  { stored: { name: 'Strauß' }, typed: ['strauss'] },
  { stored: { name: 'Nguyễn Thị' }, typed: ['nguyen thi'] },
  { stored: { name: 'Владимир' }, typed: ['владимир'] },
  { stored: { name: 'محمد' }, typed: ['محمد'] },
  { stored: { name: '山田太郎' }, typed: ['山田'] },
  { stored: { name: 'Anne-Marie' }, typed: ['anne marie', 'annemarie'] },
  { stored: { name: 'Jan van der Berg' }, typed: ['berg van'] },
  {
    stored: { name: 'Caller New York', phone: '(646) 555-0100' },
    typed: ['6465550100', '+1 646 555 0100', '1-646-555-0100', '555 0100'],
  },
  {
    stored: { name: 'Caller London', phone: '+44 20 7946 0958' },
    typed: ['020 7946 0958', '0044 20 7946 0958', '+44 (0)20 7946 0958'],
    country: 'GB',
  },
  {
    stored: { name: 'Caller Riyadh', phone: '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧' },
    typed: ['501234567', '+966501234567', '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧'],
  },
  { stored: { name: 'Caller Tokyo', phone: '０９０－１２３４－５６７８' }, typed: ['09012345678'], country: 'JP' },
  {
    stored: { name: 'Caller Berlin', phone: '+49 170 1234567' },
    typed: ['01701234567', '0170/1234567'],
    country: 'DE',
  },
  { stored: { name: 'Ann Kids', email: 'ann+kids@example.com' }, typed: ['ann+kids'] },
  { stored: { name: 'Born in May', birthDate: '2014-05-03' }, typed: ['2014-05-03'] },
]
