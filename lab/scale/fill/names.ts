// First and last names by how often they occur: a name at the front is given to many patients.
export const firstNames =
  'James Mary John Linda Robert Patricia Michael Barbara William Susan David Jennifer Richard Maria Charles Elizabeth Joseph Margaret Thomas Dorothy Daniel Lisa Paul Nancy Mark Karen Donald Betty George Helen Kenneth Sandra Steven Donna Edward Carol Brian Ruth Ronald Sharon Anthony Michelle Kevin Laura Jason Sarah Jose Kimberly Ahmed Fatima Wei Ying Priya Ravi Olga Ivan Sofia Mateo Amara Kofi Ingrid Lars Yuki Hiro Aisha Omar Chloe Lucas Zoe Noah Elena Marco Anya Dmitri Leila Hassan Mei Jun Camila Diego Freya Nils Imani Tariq Noor Sami Petra Janek Bianca Luca Greta Otto Maya Theo Ada Felix Nora Hugo'.split(
    ' ',
  )
export const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Okafor Weber Tanaka Solheim Novak Kowalski Haddad Rossi Dubois'.split(
    ' ',
  )
