// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState, type FormEvent } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { messageOf } from "../../parts/messageOf";
import { Field } from "../../parts/Field";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { Switch } from "../../parts/Switch";
import { FileDrop } from "./FileDrop";
import { POLICIES, unknownColumns, type Kind, type Order, type Policy } from "./imports";
import { recognize } from "./input";
import { newJobId } from "./jobId";

interface ImportFormProps {
    /** Kinds that the administrator may import, at least one. */
    readonly kinds: readonly Kind[];
    /** Initial values. */
    readonly initial: Order | undefined;
    readonly onStart: (order: Order) => void;
}

export function ImportForm({ kinds, initial, onStart }: ImportFormProps) {
    const { t } = useLanguage();
    const [kindName, setKindName] = useState(initial?.kind ?? preferred(kinds));
    const [op, setOp] = useState<Order["op"]>(initial?.op ?? "import");
    const [ifExists, setIfExists] = useState<Policy>(initial?.ifExists ?? "fail");
    const [dryRun, setDryRun] = useState(true);
    const [stopOnReject, setStopOnReject] = useState(initial?.stopOnReject ?? false);
    const [job, setJob] = useState("");
    const [file, setFile] = useState(initial?.input.body instanceof File ? initial.input.body : undefined);
    const [text, setText] = useState(initial?.text ?? "");
    const [problem, setProblem] = useState<{ readonly text: string }>();
    const invalid = problem?.text;
    const form = useRef<HTMLFormElement>(null);
    const kind = kinds.find((each) => each.kind === kindName);
    const removing = op === "remove" && kind?.removable === true;

    // Moves the focus to the invalid control after each submission.
    useEffect(() => {
        if (problem) {
            form.current?.querySelector<HTMLElement>("[data-invalid=true]")?.focus();
        }
    }, [problem]);

    const start = async () => {
        if ((!file && text.trim() === "") || !kind) {
            setProblem({ text: t("imports.missing") });
            return;
        }
        const input = await recognize(file ?? new Blob([text]), file?.name);
        const unknown = removing ? [] : unknownColumns(kind, input.columns);
        if (unknown.length > 0) {
            setProblem({ text: t("imports.unknownColumns", { kind: kind.kind, columns: listed(unknown) }) });
            return;
        }
        onStart({
            job: job.trim() || newJobId(kind.kind),
            named: job.trim() !== "",
            kind: kind.kind,
            op: removing ? "remove" : "import",
            ifExists,
            dryRun: dryRun || removing,
            stopOnReject,
            input,
            text: file ? undefined : text,
        });
    };

    const submit = (event: FormEvent) => {
        event.preventDefault();
        setProblem(undefined);
        start().catch((error: unknown) => setProblem({ text: t("imports.unreadable", { message: messageOf(error) }) }));
    };

    return (
        <Section id="keylift-new-import" title={t("imports.new")}>
            <form
                ref={form}
                className="pf-v5-c-form keylift-form"
                noValidate
                onSubmit={submit}
                data-testid="keylift-import-form"
            >
                <Field
                    label={t("imports.kind")}
                    {...(kind && { help: t("imports.kindHelp", { description: kind.description, key: kind.key }) })}
                >
                    {(id, describedBy) => (
                        <Select
                            id={id}
                            aria-describedby={describedBy}
                            value={kindName}
                            options={kinds.map((each) => ({ value: each.kind, label: each.kind }))}
                            onChange={setKindName}
                            data-testid="keylift-kind"
                        />
                    )}
                </Field>
                {kind?.removable && (
                    <Field label={t("imports.op")}>
                        {(id) => (
                            <Select
                                id={id}
                                value={op}
                                options={[
                                    { value: "import", label: t("imports.op.import") },
                                    { value: "remove", label: t("imports.op.remove") },
                                ]}
                                onChange={setOp}
                                data-testid="keylift-op"
                            />
                        )}
                    </Field>
                )}
                {!removing && (
                    <Field label={t("imports.ifExists")}>
                        {(id) => (
                            <Select
                                id={id}
                                value={ifExists}
                                options={POLICIES.map((value) => ({ value, label: t(`imports.ifExists.${value}`) }))}
                                onChange={setIfExists}
                                data-testid="keylift-if-exists"
                            />
                        )}
                    </Field>
                )}
                <FileDrop
                    file={file}
                    onFile={(chosen) => {
                        setFile(chosen);
                        setProblem(undefined);
                    }}
                    invalid={file || text.trim() === "" ? invalid : undefined}
                />
                {!file && (
                    <Field
                        label={t("imports.paste")}
                        help={t("imports.pasteHelp")}
                        invalid={text.trim() === "" ? undefined : invalid}
                    >
                        {(id, describedBy) => (
                            <span className="pf-v5-c-form-control pf-m-resize-vertical">
                                <textarea
                                    id={id}
                                    aria-describedby={describedBy}
                                    rows={5}
                                    spellCheck={false}
                                    className="keylift-lines"
                                    value={text}
                                    aria-invalid={invalid !== undefined}
                                    data-invalid={invalid !== undefined}
                                    onChange={(event) => {
                                        setText(event.target.value);
                                        setProblem(undefined);
                                    }}
                                    data-testid="keylift-lines"
                                />
                            </span>
                        )}
                    </Field>
                )}
                <details className="keylift-more">
                    <summary>{t("imports.more")}</summary>
                    <Field label={t("imports.job")} help={t("imports.jobHelp")}>
                        {(id, describedBy) => (
                            <span className="pf-v5-c-form-control keylift-filter">
                                <input
                                    id={id}
                                    aria-describedby={describedBy}
                                    value={job}
                                    onChange={(event) => setJob(event.target.value)}
                                    data-testid="keylift-job-id"
                                />
                            </span>
                        )}
                    </Field>
                    <Switch checked={stopOnReject} onChange={setStopOnReject} label={t("imports.stopOnReject")} />
                </details>
                {removing ? (
                    <p className="keylift-help" data-testid="keylift-removal-help">
                        {t("imports.removalDryRun")}
                    </p>
                ) : (
                    <Switch
                        checked={dryRun}
                        onChange={setDryRun}
                        label={t("imports.dryRun")}
                        testId="keylift-dry-run"
                    />
                )}
                <div>
                    <Button kind="primary" type="submit" data-testid="keylift-start">
                        {t(dryRun || removing ? "imports.tryOut" : "imports.op.import")}
                    </Button>
                </div>
            </form>
        </Section>
    );
}

/** Some of the columns, shortened to a readable length. */
function listed(columns: readonly string[]): string {
    const some = columns.slice(0, 5).map((column) => `“${column.slice(0, 60)}”`);
    return [...some, ...(columns.length > some.length ? ["…"] : [])].join(", ");
}

/** Users are imported most often. */
function preferred(kinds: readonly Kind[]): string {
    return (kinds.find((kind) => kind.kind === "users") ?? kinds[0])?.kind ?? "";
}
