// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { createContext, useContext } from "react";
import { en } from "./en";

/** The keys of all texts; every language must have those of English. */
export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

/** Texts and formats of a language. */
export interface Language {
    /** Language tag for `lang` attributes and the browser's formats, such as `pt-BR`. */
    readonly tag: string;
    /** A text with each `{name}` replaced by its value. */
    readonly t: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
    readonly number: (value: number, maximumFractionDigits?: number) => string;
    /** A duration in a suitable unit. */
    readonly duration: (seconds: number) => string;
    /** A size in bytes, in a suitable unit. */
    readonly bytes: (value: number) => string;
    readonly dateTime: (millis: number) => string;
    readonly time: (millis: number) => string;
}

const BYTES = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

const LOADERS: Readonly<Record<string, () => Promise<Messages>>> = {
    de: async () => (await import("./de")).de,
    fr: async () => (await import("./fr")).fr,
};

/** The language of a Keycloak locale; English if there is no translation. */
export async function loadLanguage(locale: string): Promise<Language> {
    const tag = locale.replace("_", "-");
    const language = tag.split("-")[0] ?? "";
    const load = LOADERS[language];
    return load ? createLanguage(tag, await load()) : createLanguage(language === "en" ? tag : "en", en);
}

export function createLanguage(tag: string, messages: Messages): Language {
    const known = Intl.NumberFormat.supportedLocalesOf(tag).length > 0 ? tag : "en";
    const number = (value: number, maximumFractionDigits = 0) =>
        new Intl.NumberFormat(known, { maximumFractionDigits }).format(value);
    const unit = (value: number, name: string, digits: number) =>
        new Intl.NumberFormat(known, {
            style: "unit",
            unit: name,
            unitDisplay: "short",
            maximumFractionDigits: digits,
        }).format(value);
    const date = new Intl.DateTimeFormat(known, { dateStyle: "medium", timeStyle: "medium" });
    const clock = new Intl.DateTimeFormat(known, { timeStyle: "medium" });
    return {
        tag: known,
        // A key without a text, such as a status of a later server, is shown as it is.
        t: (key, values) =>
            (messages[key] ?? key).replace(/\{(\w+)}/g, (whole, name: string) => String(values?.[name] ?? whole)),
        number,
        duration: (seconds) => {
            if (seconds < 1) {
                const millis = seconds * 1000;
                return unit(millis, "millisecond", millis < 10 ? 1 : 0);
            }
            const whole = Math.round(seconds);
            if (whole < 60) {
                return unit(seconds, "second", seconds < 10 ? 1 : 0);
            }
            const minutes = Math.floor(whole / 60);
            return minutes < 60
                ? `${unit(minutes, "minute", 0)} ${unit(whole % 60, "second", 0)}`
                : `${unit(Math.floor(minutes / 60), "hour", 0)} ${unit(minutes % 60, "minute", 0)}`;
        },
        bytes: (value) => {
            const power = Math.min(3, Math.floor(Math.log10(Math.max(1, value)) / 3));
            return unit(value / 1000 ** power, BYTES[power] ?? "byte", power === 0 ? 0 : 1);
        },
        dateTime: (millis) => date.format(millis),
        time: (millis) => clock.format(millis),
    };
}

export const LanguageContext = createContext<Language>(createLanguage("en", en));

export function useLanguage(): Language {
    return useContext(LanguageContext);
}
