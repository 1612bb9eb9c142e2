import { enUS, esES, ptBR } from '@mui/material/locale'
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles'

import type { Language } from '../i18n/i18n'

/* What opens above the page. */
const floating = { borderRadius: 14, border: '1px solid var(--line)', boxShadow: 'var(--shadow-float)' }
const choice = { minHeight: 38, borderRadius: 8, margin: '0 6px', fontSize: 14, gap: 10 }

/**
 * MUI on our tokens. Colours are `var(--…)`, so the switch between light and dark is one attribute on `<html>`
 * and renders nothing again.
 */
const options: ThemeOptions = {
  cssVariables: { nativeColor: true },
  palette: {
    primary: {
      main: 'var(--primary)',
      light: 'var(--primary)',
      dark: 'var(--primary-hover)',
      contrastText: 'var(--on-primary)',
    },
    secondary: {
      main: 'var(--ink2)',
      light: 'var(--ink2)',
      dark: 'var(--ink)',
      contrastText: 'var(--surface)',
    },
    error: {
      main: 'var(--red)',
      light: 'var(--red)',
      dark: 'var(--red-hover)',
      contrastText: 'var(--on-red)',
    },
    warning: {
      main: 'var(--amber)',
      light: 'var(--amber)',
      dark: 'var(--amber)',
      contrastText: 'var(--surface)',
    },
    info: { main: 'var(--blue)', light: 'var(--blue)', dark: 'var(--blue)', contrastText: 'var(--surface)' },
    success: {
      main: 'var(--green)',
      light: 'var(--green)',
      dark: 'var(--green)',
      contrastText: 'var(--surface)',
    },
    text: { primary: 'var(--ink)', secondary: 'var(--ink2)', disabled: 'var(--ink3)' },
    background: { default: 'var(--canvas)', paper: 'var(--raised)' },
    divider: 'var(--line)',
    action: {
      active: 'var(--ink2)',
      hover: 'var(--hover)',
      selected: 'var(--tint)',
      disabled: 'var(--ink3)',
      disabledBackground: 'var(--sunken)',
      focus: 'var(--hover)',
    },
  },
  shape: { borderRadius: 10 },
  spacing: 4,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1440 } },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 120,
      standard: 180,
      enteringScreen: 180,
      leavingScreen: 120,
    },
  },
  typography: {
    fontFamily: 'var(--font)',
    fontSize: 14,
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 13, lineHeight: '18px' },
    caption: { fontSize: 12, lineHeight: '16px' },
    h1: { fontSize: 22, lineHeight: '28px', fontWeight: 650 },
    h2: { fontSize: 17, lineHeight: '22px', fontWeight: 600 },
    h3: { fontSize: 15, lineHeight: '20px', fontWeight: 600 },
    button: { textTransform: 'none', fontWeight: 600, fontSize: 14, lineHeight: '20px' },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&:focus-visible': { outline: '2px solid var(--primary)', outlineOffset: 2 } },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'medium' },
      styleOverrides: {
        root: { minHeight: 'var(--control)', padding: '0 14px', borderRadius: 10, whiteSpace: 'nowrap' },
        sizeSmall: { minHeight: 32, padding: '0 10px', fontSize: 13 },
        outlined: {
          borderColor: 'var(--line-strong)',
          '&:not(.MuiButton-colorError)': { color: 'var(--ink)' },
        },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          width: 36,
          height: 36,
          borderRadius: 10,
          color: 'var(--ink2)',
          '@media (pointer: coarse)': { width: 44, height: 44 },
        },
        sizeSmall: { width: 32, height: 32 },
      },
    },
    MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 } } },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiMenuItem: { styleOverrides: { root: choice } },
    // Choices while one types look like those of a menu.
    MuiAutocomplete: {
      styleOverrides: { paper: floating, listbox: { padding: '8px 0', '& .MuiAutocomplete-option': choice } },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 30, color: 'var(--ink2)' } } },
    MuiTextField: {
      defaultProps: { size: 'small', fullWidth: true, slotProps: { inputLabel: { shrink: true } } },
    },
    MuiFormControl: { defaultProps: { size: 'small', fullWidth: true } },
    // Labels are above their field and do not float.
    MuiInputLabel: {
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          maxWidth: 'none',
          font: '600 13px/18px var(--font)',
          color: 'var(--ink2)',
          marginBottom: 6,
          '&.Mui-focused': { color: 'var(--ink)' },
        },
        asterisk: { color: 'var(--ink3)' },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          borderRadius: 10,
          background: 'var(--surface)',
          minHeight: 'var(--control)',
          '&:hover:not(.Mui-disabled):not(.Mui-error):not(.Mui-focused) .MuiOutlinedInput-notchedOutline': {
            borderColor: 'var(--ink3)',
          },
        },
        input: {
          padding: '8px 12px',
          lineHeight: '20px',
          height: 20,
          fontSize: 14,
          '@media (pointer: coarse)': { fontSize: 16 },
        },
        multiline: { padding: 0, '& textarea': { height: 'auto' } },
        notchedOutline: { top: 0, borderColor: 'var(--line-strong)', '& legend': { display: 'none' } },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', fontSize: 12, lineHeight: '16px' } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, enterNextDelay: 100 },
      styleOverrides: {
        tooltip: {
          background: 'var(--ink)',
          color: 'var(--canvas)',
          font: '500 12px/16px var(--font)',
          borderRadius: 7,
          padding: '5px 8px',
        },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--scrim)' } } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 20,
          boxShadow: 'var(--shadow-float)',
          // Its tabs stay where they are when another one is chosen.
          '&:not(.MuiDialog-paperFullScreen):has([role=tabpanel])': {
            height: 'min(760px, calc(100% - 64px))',
          },
        },
        paperFullScreen: { borderRadius: 0 },
        paperWidthSm: { maxWidth: 560 },
        paperWidthMd: { maxWidth: 840 },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { font: '600 17px/22px var(--font)', padding: '20px 24px 12px' } },
    },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: 'var(--line)', padding: '10px 12px', fontSize: 14 },
        head: {
          fontWeight: 600,
          fontSize: 12,
          lineHeight: '16px',
          color: 'var(--ink3)',
          background: 'var(--surface)',
        },
      },
    },
    MuiTab: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          minHeight: 40,
          minWidth: 0,
          padding: '0 12px',
          fontWeight: 600,
          color: 'var(--ink3)',
          '&.Mui-selected': { color: 'var(--ink)' },
        },
      },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: 12,
          fontSize: 13,
          lineHeight: '18px',
          color: 'var(--ink)',
          alignItems: 'center',
          '&.MuiAlert-colorError': {
            background: 'var(--red-bg)',
            '& .MuiAlert-icon': { color: 'var(--red)' },
          },
          '&.MuiAlert-colorWarning': {
            background: 'var(--amber-bg)',
            '& .MuiAlert-icon': { color: 'var(--amber)' },
          },
          '&.MuiAlert-colorInfo': {
            background: 'var(--blue-bg)',
            '& .MuiAlert-icon': { color: 'var(--blue)' },
          },
          '&.MuiAlert-colorSuccess': {
            background: 'var(--green-bg)',
            '& .MuiAlert-icon': { color: 'var(--green)' },
          },
        },
      },
    },
    // MUI lightens the bar's colour for the track, in dark colours too, where it looks like the part that is done.
    MuiLinearProgress: { styleOverrides: { root: { backgroundColor: 'var(--line)' } } },
    MuiSkeleton: {
      defaultProps: { animation: 'wave' },
      styleOverrides: { root: { background: 'color-mix(in srgb, var(--ink) 8%, transparent)' } },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: 5, height: 22, font: '600 11px/16px var(--font)' } } },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 38, height: 26, padding: 4, overflow: 'visible' },
        switchBase: {
          padding: 6,
          '&.Mui-checked': {
            transform: 'translateX(12px)',
            '& + .MuiSwitch-track': { opacity: 1, background: 'var(--primary)' },
            '& .MuiSwitch-thumb': { background: 'var(--on-primary)' },
          },
        },
        thumb: { width: 14, height: 14, boxShadow: 'none', background: 'var(--surface)' },
        track: { borderRadius: 9, opacity: 1, background: 'var(--line-strong)' },
      },
    },
    MuiFormControlLabel: {
      styleOverrides: { root: { marginLeft: 0, marginRight: 0, gap: 8 }, label: { fontSize: 14 } },
    },
  },
}

/** MUI's own words: the buttons of a combobox, for one. */
const words = { pt: ptBR, en: enUS, es: esES }

const themes = new Map<Language, Theme>()

/** The theme in one language; the same one each time. */
export const getTheme = (language: Language): Theme => {
  const theme = themes.get(language) ?? createTheme(options, words[language])
  themes.set(language, theme)
  return theme
}
