// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { CheckGroup } from "../../parts/CheckGroup";
import { Field } from "../../parts/Field";
import { Select } from "../../parts/Select";
import { Switch } from "../../parts/Switch";
import { DROPS, IDS, NO_PASSWORD, signsIn, type Order } from "./imports";

/** Choices that most imports leave as they are. */
export type Options = Pick<Order, "job" | "stopOnReject" | "ids" | "drop" | "noPassword">;

interface MoreOptionsProps {
    readonly options: Options;
    readonly onChange: (options: Options) => void;
    /** Kind and operation, which decide what can be chosen. */
    readonly kind: string;
    readonly op: Order["op"];
}

export function MoreOptions({ options, onChange, kind, op }: MoreOptionsProps) {
    const { t } = useLanguage();
    return (
        <details className="keylift-more">
            <summary>{t("imports.more")}</summary>
            <div className="keylift-more__content">
                <Field label={t("imports.job")} help={t("imports.jobHelp")}>
                    {(id, describedBy) => (
                        <span className="pf-v5-c-form-control keylift-filter">
                            <input
                                id={id}
                                aria-describedby={describedBy}
                                value={options.job}
                                onChange={(event) => onChange({ ...options, job: event.target.value })}
                                data-testid="keylift-job-id"
                            />
                        </span>
                    )}
                </Field>
                <Switch
                    checked={options.stopOnReject}
                    onChange={(stopOnReject) => onChange({ ...options, stopOnReject })}
                    label={t("imports.stopOnReject")}
                />
                {op === "import" && (
                    <Field label={t("imports.ids")} help={t("imports.idsHelp")}>
                        {(id, describedBy) => (
                            <Select
                                id={id}
                                aria-describedby={describedBy}
                                value={options.ids}
                                options={IDS.map((value) => ({ value, label: t(`imports.ids.${value}`) }))}
                                onChange={(ids) => onChange({ ...options, ids })}
                                data-testid="keylift-ids"
                            />
                        )}
                    </Field>
                )}
                {op === "import" && (
                    <CheckGroup
                        label={t("imports.leaveOut")}
                        help={t("imports.leaveOutHelp")}
                        options={DROPS.map((value) => ({
                            value,
                            label: t(`imports.leaveOut.${value}`),
                            help: t(`imports.leaveOut.${value}.help`),
                        }))}
                        checked={options.drop}
                        onChange={(drop) => onChange({ ...options, drop })}
                        testId="keylift-leave-out"
                    />
                )}
                {op === "import" && signsIn(kind) && (
                    <Field label={t("imports.noPassword")} help={t("imports.noPasswordHelp")}>
                        {(id, describedBy) => (
                            <Select
                                id={id}
                                aria-describedby={describedBy}
                                value={options.noPassword}
                                options={NO_PASSWORD.map((value) => ({
                                    value,
                                    label: t(`imports.noPassword.${value}`),
                                }))}
                                onChange={(noPassword) => onChange({ ...options, noPassword })}
                                data-testid="keylift-no-password"
                            />
                        )}
                    </Field>
                )}
            </div>
        </details>
    );
}
