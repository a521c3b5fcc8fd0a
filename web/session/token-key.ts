/** Where the token is kept in the browser; the name is the specification's. */
export const tokenKey = 'accessToken'
