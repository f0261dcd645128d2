// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState, type FormEvent } from "react";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Button } from "../../parts/Button";
import { messageOf } from "../../parts/messageOf";
import { Field } from "../../parts/Field";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { Switch } from "../../parts/Switch";
import { FileDrop } from "./FileDrop";
import { POLICIES, REALM, unknownColumns, type Kind, type Order, type Policy } from "./imports";
import { recognize, severalKindsIn } from "./input";
import { newJobId } from "./jobId";
import { KindChoice } from "./KindChoice";
import { MoreOptions, type Options } from "./MoreOptions";

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
    const [options, setOptions] = useState<Options>({
        job: "",
        stopOnReject: initial?.stopOnReject ?? false,
        ids: initial?.ids ?? "strict",
        drop: initial?.drop ?? [],
        noPassword: initial?.noPassword ?? "accept",
    });
    const [file, setFile] = useState(initial?.input.body instanceof File ? initial.input.body : undefined);
    const [text, setText] = useState(initial?.text ?? "");
    const [fileOfSeveral, setFileOfSeveral] = useState<File>();
    const [problem, setProblem] = useState<{ readonly text: string }>();
    const invalid = problem?.text;
    const form = useRef<HTMLFormElement>(null);
    const severalKinds = file ? file === fileOfSeveral : severalKindsIn(text) !== undefined;
    const kind = kinds.find((each) => each.kind === kindName);
    const removing = op === "remove" && kind?.removable === true && !severalKinds;
    // Records of the next kind would refer to what a dry run does not write.
    const trying = removing || (dryRun && !severalKinds);

    // Moves the focus to the invalid control after each submission.
    useEffect(() => {
        if (problem) {
            form.current?.querySelector<HTMLElement>("[data-invalid=true]")?.focus();
        }
    }, [problem]);

    useEffect(() => {
        let current = true;
        if (file) {
            recognize(file, file.name).then(
                (input) => current && input.severalKinds && setFileOfSeveral(file),
                () => undefined, // The start says that the file cannot be read.
            );
        }
        return () => {
            current = false;
        };
    }, [file]);

    const start = async () => {
        if ((!file && text.trim() === "") || !kind) {
            setProblem({ text: t("imports.missing") });
            return;
        }
        const input = await recognize(file ?? new Blob([text]), file?.name);
        if (input.severalKinds && !severalKinds) {
            // Nothing starts before the form shows that there is no dry run.
            setFileOfSeveral(file);
            return;
        }
        const unknown = removing ? [] : unknownColumns(kind, input.columns);
        if (unknown.length > 0) {
            setProblem({ text: t("imports.unknownColumns", { kind: kind.kind, columns: listed(unknown) }) });
            return;
        }
        const job = options.job.trim();
        const jobKind = severalKinds ? REALM : kind.kind;
        onStart({
            ...options,
            job: job || newJobId(jobKind),
            named: job !== "",
            kind: jobKind,
            op: removing ? "remove" : "import",
            ifExists,
            dryRun: trying,
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
                {severalKinds ? (
                    <Alert kind="info" title={t("imports.ofSeveralKinds")} testId="keylift-several-kinds">
                        {t("imports.ofSeveralKindsHelp")}
                    </Alert>
                ) : (
                    <KindChoice kinds={kinds} kind={kind} onKind={setKindName} op={op} onOp={setOp} />
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
                <MoreOptions
                    options={options}
                    onChange={setOptions}
                    kind={severalKinds ? REALM : kindName}
                    op={removing ? "remove" : "import"}
                />
                {removing && (
                    <p className="keylift-help" data-testid="keylift-removal-help">
                        {t("imports.removalDryRun")}
                    </p>
                )}
                {!removing && !severalKinds && (
                    <Switch
                        checked={dryRun}
                        onChange={setDryRun}
                        label={t("imports.dryRun")}
                        testId="keylift-dry-run"
                    />
                )}
                <div>
                    <Button kind="primary" type="submit" data-testid="keylift-start">
                        {t(trying ? "imports.tryOut" : "imports.op.import")}
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
