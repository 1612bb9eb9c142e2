export { LoginPage } from './login-page'

/* Loaded separately, so that the login page does not load yup. */
export const loadSignUpPage = () => import('./sign-up-page')
export const loadConfirmPage = () => import('./confirm-page')
export const loadResetPage = () => import('./reset-page')
