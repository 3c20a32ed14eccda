/** The languages available for an authorization's mails (document 2, section 9). */
export const authorizationLocales = ['es_ES', 'pt_PT', 'en_EN', 'de_DE', 'be_BE', 'fr_FR'] as const
