export { LoginPage } from './login-page'
export { SignUpPage } from './sign-up-page'
