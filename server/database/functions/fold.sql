-- A text as names are compared: in small letters, without accents, apostrophes as one sign. Latin ligatures, Cyrillic
-- and Greek capitals are listed, because lower() knows them in some locales only.
CREATE OR REPLACE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(normalize(words, NFKD)),
        'ÆŒÞẞƏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЈЉЊЋЏҐҒҚҢҮҰҺӨΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςŁłØøĐđÐðĦħŦŧıʼ‘’ʹ`´ˈ',
        'æœþßəабвгдежзиклмнопрстуфхцчшщъыьэюяђєіјљњћџґғқңүұһөαβγδεζηθικλμνξοπρστυφχψωσllooddddhhtti'''''''''''''''
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]',
    '', 'g'), NFC)
$$;
