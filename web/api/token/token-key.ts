/** Storage key of the token, as specified. */
export const tokenKey = 'accessToken'
