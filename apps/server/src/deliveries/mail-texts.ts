type ResetMail = { tenant: string; name: string; link: string }

/** Mails in the language of the browser that asked for them. */
export const resetMail = (language: 'en' | 'es', { tenant, name, link }: ResetMail) =>
  language === 'es'
    ? {
        subject: `${tenant}: contraseña nueva`,
        text: `Hola, ${name}:\n\nUse este enlace para elegir una contraseña nueva. Es válido durante una hora y una sola vez.\n\n${link}\n\nSi no lo ha pedido usted, no haga nada: su contraseña no cambia.\n\n${tenant}\n`,
      }
    : {
        subject: `${tenant}: new password`,
        text: `Hello ${name},\n\nUse this link to choose a new password. It works once, within the next hour.\n\n${link}\n\nIf you didn't ask for this, you can ignore this email: your password stays the same.\n\n${tenant}\n`,
      }
