export { LoginPage } from './login-page'

/** Apart, so that the login page does not carry the form's validator. */
export const loadSignUpPage = () => import('./sign-up-page')
