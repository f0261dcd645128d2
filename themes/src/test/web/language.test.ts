// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { de } from "../../main/web/language/de";
import { en } from "../../main/web/language/en";
import { fr } from "../../main/web/language/fr";
import { createLanguage, loadLanguage, type MessageKey, type Messages } from "../../main/web/language/language";

const KEYS = Object.keys(en) as MessageKey[];
const LANGUAGES: readonly (readonly [string, Messages])[] = [
    ["de", de],
    ["fr", fr],
];

describe("The languages", () => {
    it.each(LANGUAGES)("%s says all that English says, with the same values", (_name, messages) => {
        const values = (text: string) => (text.match(/\{\w+}/g) ?? []).sort();
        for (const key of KEYS) {
            expect(messages[key], key).not.toBe("");
            expect(values(messages[key]), key).toEqual(values(en[key]));
        }
    });

    it.each([["en", en] as const, ...LANGUAGES])("%s has short sentences", (_name, messages) => {
        for (const key of KEYS) {
            for (const sentence of messages[key].split(/[.!?] /)) {
                expect(sentence.split(" ").length, key).toBeLessThanOrEqual(25);
            }
        }
    });

    it("name no reader and no caller by a pronoun", () => {
        for (const key of KEYS) {
            expect(en[key], key).not.toMatch(/\b(?:he|him|his)\b/i);
        }
    });

    it("call what Keycloak's console calls by a name of its own by the same name", () => {
        for (const key of KEYS) {
            expect(de[key], key).not.toMatch(/organisation|anmeldedaten|identity.provider/i);
            expect(fr[key], key).not.toMatch(/royaume|e-mail/i);
        }
    });

    it("follow the locale as Keycloak names it", async () => {
        expect((await loadLanguage("de")).t("page.retry")).toBe(de["page.retry"]);
        expect((await loadLanguage("fr_CA")).t("page.retry")).toBe(fr["page.retry"]);
        expect((await loadLanguage("zh-TW")).t("page.retry")).toBe(en["page.retry"]);
        expect((await loadLanguage("not a locale")).t("page.retry")).toBe(en["page.retry"]);
    });

    it("give back the key of a text that they do not have", () => {
        expect(createLanguage("en", en).t("imports.status.QUEUED" as keyof typeof en)).toBe("imports.status.QUEUED");
    });

    it("put values into texts once", () => {
        const { t } = createLanguage("en", en);
        expect(t("page.failed", { message: "$& {message} <b>" })).toBe(
            en["page.failed"].replace("{message}", () => "$& {message} <b>"),
        );
    });

    it.each([
        [0.0004, "0.4 ms"],
        [0.035, "35 ms"],
        [7.25, "7.3 sec"],
        [42.4, "42 sec"],
        [59.7, "1 min 0 sec"],
        [119.7, "2 min 0 sec"],
        [3725, "1 hr 2 min"],
    ])("say how long %d seconds are", (seconds, text) => {
        expect(createLanguage("en", en).duration(seconds)).toBe(text);
    });

    it("write figures as their readers do", () => {
        expect(createLanguage("de", de).number(1234567.25, 1)).toBe("1.234.567,3");
        expect(createLanguage("en", en).bytes(1_234_567)).toBe("1.2 MB");
    });
});
